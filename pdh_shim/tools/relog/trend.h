// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/relog/input_logs.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"

namespace pdh_shim::tools::relog {

/// -trend: reads logs, and writes for each counter how much it grows in an hour to the console or the file of
/// -o.
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead write_trends(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console);

} // namespace pdh_shim::tools::relog
