// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <optional>
#include <string>
#include <vector>

// The performance DLLs that were registered with lodctr: a lodctr INI file each, with the indexes that lodctr
// assigned, in a folder of the user's, or in one for the whole system.

namespace pdh_shim::source::provider {

/// `$XDG_DATA_HOME/pdh-shim/providers`, where XDG_DATA_HOME is `~/.local/share` unless it is set. None in a
/// privileged start, or where the user has no home.
[[nodiscard]] std::optional<std::string> registrations_folder();

/// The folder for the whole system: `/var/lib/pdh-shim/providers`, or what PDH_SHIM_REGISTRATIONS says, but
/// not in a privileged start.
[[nodiscard]] std::string system_registrations_folder();

/// The INI files in such a folder, by name. None if it is not there.
[[nodiscard]] std::vector<std::string> registered_files(FileSystem& files, const std::string& folder);

} // namespace pdh_shim::source::provider
