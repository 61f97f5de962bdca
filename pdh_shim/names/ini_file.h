// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "names/lodctr_ini.h"

#include <string>

// The files of lodctr by their names, as titles and performance DLLs read them.

namespace pdh_shim::names {

/// Reads an INI file; the symbols in it have no offsets yet. A failure has the name of the file in its place.
/// @retval file_not_found it cannot be read
/// @retval access_denied the process belongs to root, and others can change it
/// @retval cannot_read_name_strings it is malformed
[[nodiscard]] Result<LodctrIni, Failure> load_ini(const std::string& path);

/// Gives the symbols of the INI file at `path` their offsets. The offsets stand in the symbol header that the
/// file names, by a path that starts at its folder. Without a header there are none.
/// @retval "load_ini()" of the header
/// @retval cannot_read_name_strings the name of the header is not text, or as resolve_symbols()
[[nodiscard]] Result<void, Failure> load_symbols(const std::string& path, LodctrIni& ini);

} // namespace pdh_shim::names
