// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/missing_counters.h"
#include "tools/command/platform.h"
#include "tools/relog/input_logs.h"
#include "tools/relog/options.h"
#include "tools/relog/value_block.h"
#include "tools/terminal/program_end.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// What was read of logs.
struct LogValuesRead {
    std::uint64_t records = 0;
    bool has_loss = false;                                     ///< parts of the logs could not be read
    terminal::ExitStatus missing = terminal::ExitStatus::done; ///< MissingCounters::status()
    std::vector<command::MissingCounter> left_out = {};
    bool is_stopped = false;             ///< the user stopped it
    std::vector<std::string> paths = {}; ///< of the counters; made behind the last record, when there is room
};

/// Takes the values of logs, some records at a time.
struct LogValuesTaker {
    /// Before the first record. @param columns how many counters there are
    std::function<void(std::size_t columns)> begin;
    /// More values of a column.
    std::function<void(std::size_t column, const ColumnValues& values)> take;
    /// Logs may have none of the counters that were chosen.
    bool takes_no_columns = false;
};

/// Reads the values of the counters that the options choose, in the records of a range, until all are read or
/// the user stops it. Memory does not grow with the number of records.
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead read_values(const InputLogs& logs, const Options& options, const TimeRange& range,
    command::Platform& platform, command::Console& console, const LogValuesTaker& taker);

} // namespace pdh_shim::tools::relog
