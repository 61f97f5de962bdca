// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string_view>

namespace pdh_shim::log::sql {

/// Checks, before anything of ODBC is loaded, that this process may load what a data source needs. ODBC finds
/// its files by variables of the environment and in the user's home, and loads the driver that they name.
///
/// A set-id program uses no data source: those files are its user's. For root, the INI files of unixODBC, the
/// driver and the folders above them have to belong to root, and nobody else may write there
/// (base/named_file.h). A driver without a folder in its name is found by the system's loader, as ODBC is.
/// @retval access_denied it may not; the failure names the file
[[nodiscard]] Result<void, Failure> check_odbc_trust(std::u16string_view data_source);

} // namespace pdh_shim::log::sql
