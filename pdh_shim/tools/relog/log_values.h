// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/platform.h"
#include "tools/command/sample.h"
#include "tools/relog/inputs.h"
#include "tools/relog/options.h"
#include "tools/terminal/program_end.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// Ends the program if the user stops it while nothing has been written yet.
/// @throws terminal::ProgramError
void end_if_stopped(command::Platform& platform);

/// A fraction from 0 to 1 in percent, with two decimals, as Windows' program shows it: `42.17%`.
[[nodiscard]] std::string percentage(double fraction);

/// The same behind a bar.
[[nodiscard]] std::string bar(double fraction);

/// Shows how much of a log is converted: on a terminal while it is, elsewhere at the end.
class Progress {
  public:
    /// @param begin, end of the records that are converted: local times as FILETIMEs
    Progress(command::Platform& platform, command::Console& console, std::int64_t begin, std::int64_t end)
        : platform_(platform), console_(console), begin_(begin), end_(end) {}

    /// Whether it is time to call show().
    [[nodiscard]] bool is_due() const { return platform_.now() >= next_; }

    /// @param time of the newest record
    void show(std::int64_t time);

    void finish();

  private:
    command::Platform& platform_;
    command::Console& console_;
    std::int64_t begin_;
    std::int64_t end_;
    std::chrono::nanoseconds next_{0};
};

/// When a record was taken.
struct RecordTime {
    std::int64_t local = 0;                 ///< as a FILETIME
    std::optional<int> bias = std::nullopt; ///< minutes: UTC = local time + bias; none = it is not known

    friend bool operator==(const RecordTime&, const RecordTime&) = default;
};

/// Values of one column, without the records in which it has none.
struct ColumnValues {
    std::span<const double> values;
    std::span<const RecordTime> times; ///< of the values
};

/// Some records of a log, to be read column by column: what is computed of a column stays in the processor's
/// cache.
class ValueBlock {
  public:
    /// How many records are read at once.
    [[nodiscard]] static std::size_t rows_for(std::size_t columns) noexcept;

    /// Shows samples, which have to stay until the next call: of those after the first `skipped`, the first
    /// and each that is `every` further.
    void show(
        const command::SampleBlock& samples, std::size_t columns, std::size_t skipped, std::uint64_t every);

    [[nodiscard]] std::size_t records() const noexcept { return times_.size(); }

    /// Until the next call. Values that are not finite are left out too.
    [[nodiscard]] ColumnValues column(std::size_t column);

  private:
    std::vector<const double*> rows_;
    std::vector<RecordTime> times_;
    std::vector<double> present_;
    std::vector<RecordTime> present_times_;
};

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
