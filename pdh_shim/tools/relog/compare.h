// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"

#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// -compare: reads two logs, or two ranges of one, and writes how much each counter differs to the console or
/// the file of -o.
/// @param paths one or two, where they can be read
/// @param names of them, for messages
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead write_comparison(const std::vector<std::string>& paths,
    const std::vector<std::string>& names, const Options& options, command::Platform& platform,
    command::Console& console);

} // namespace pdh_shim::tools::relog
