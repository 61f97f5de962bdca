// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "names/lodctr_ini.h"

#include <string>

namespace pdh_shim::tools::lodctr {

/// The text of an INI file, in UTF-8: reading it again gives the same content.
[[nodiscard]] std::string write_ini(const names::LodctrIni& ini);

/// A symbol header with the symbols of an INI file, whose offsets are known.
[[nodiscard]] std::string write_symbols(const names::LodctrIni& ini);

/// UTF-8 for display and storage; characters that it cannot express become `?`.
[[nodiscard]] std::string utf8(std::u16string_view text);

} // namespace pdh_shim::tools::lodctr
