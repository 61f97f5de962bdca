// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/relog/inputs.h"
#include "tools/relog/options.h"

#include <map>
#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// The counter paths that each path with wildcards matches.
using ExpandedPaths = std::map<std::string, std::vector<std::string>>;

/// Finds the instances that paths with wildcards match in the records from Options::begin to Options::end, in
/// the order in which they occur there, but those of one name as the columns of the logs stand. Other records
/// are only read if several instances have one name.
/// @return has no entry for a path without a wildcard for its instances; empty if the records have no
///         instance for any path
/// @throws terminal::ProgramError also when the user stops it
[[nodiscard]] ExpandedPaths expand_in_range(const InputLogs& logs, const std::vector<std::string>& paths,
    const Options& options, command::Platform& platform);

} // namespace pdh_shim::tools::relog
