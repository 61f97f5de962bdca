// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "names/title_database.h"

#include <string>

namespace pdh_shim::machine {

/// Adds the content of a lodctr INI file to `translations`. If it has a `First Counter`, the symbol file that
/// it names is read too; its path starts at the folder of the INI file.
/// @retval file_not_found one of the files cannot be read
/// @retval access_denied this process belongs to root, and others can change one of them
/// @retval cannot_read_name_strings one of them is malformed. `translations` may have some of its texts then
[[nodiscard]] Result<void, Failure> add_title_file(
    const std::string& path, names::Translations& translations);

} // namespace pdh_shim::machine
