// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/relog/inputs.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"
#include "tools/terminal/program_end.h"

namespace pdh_shim::tools::relog {

/// What a conversion has written.
struct Conversion {
    RecordRange range;
    bool has_loss = false;                                     ///< parts of the logs could not be read
    terminal::ExitStatus missing = terminal::ExitStatus::done; ///< MissingCounters::status()
    std::uint64_t left_out = 0;                                ///< records that have no place in the format
    std::uint64_t lost_comments = 0; ///< records whose comments have no place in the format
    bool is_stopped = false;         ///< the user stopped it: the file has the records up to then
};

/// Writes the records of logs that the options choose to the file of -o, until all are written or the user
/// stops it.
/// @throws terminal::ProgramError
[[nodiscard]] Conversion convert(const InputLogs& logs, const RecordRange& range, const Options& options,
    command::Platform& platform, command::Console& console);

/// Adds the counters that the options choose, those that exist in the logs. Of whoever chooses none they are
/// what the records have.
/// @param range of the logs; used only if the options have a range too
/// @throws terminal::ProgramError also when the user stops it
void add_counters(command::Query& query, const InputLogs& logs, const RecordRange& range,
    const Options& options, command::MissingCounters& missing, command::Platform& platform);

/// The same for a column for each instance, whatever the format is.
void add_columns(command::Query& query, const InputLogs& logs, const Options& options,
    command::MissingCounters& missing, command::Platform& platform);

/// What is said of logs that have no counter that was chosen.
[[nodiscard]] terminal::ProgramError no_counters();

/// Reads all records, to see whether parts of the logs cannot be read.
/// @throws terminal::ProgramError also when the user stops it
[[nodiscard]] bool has_loss(const InputLogs& logs, command::Platform& platform);

} // namespace pdh_shim::tools::relog
