// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/arguments.h"
#include "tools/command/console.h"
#include "tools/command/output_file.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

enum class Mode { convert, list, stats, compare, trend, help, version };

/// Local times as FILETIMEs; records at both are in it.
struct TimeRange {
    std::int64_t begin = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    std::optional<int> begin_bias = {}; ///< minutes, UTC = begin + bias; none = local to the log
    std::optional<int> end_bias = {};   ///< the same of the end
};

/// How a result of counters is written, as that of -stats.
enum class ResultFormat { table, csv, json };

/// Of a result, the counters with the highest values.
struct Top {
    std::uint64_t count = 0; ///< 0 = all, as they come
    std::string by;          ///< the name of a column, in lower case
};

/// The options of the user.
struct Options {
    Mode mode = Mode::convert;
    std::vector<std::string> inputs;   ///< as typed: `*` and `?` may stand in the names
    std::vector<std::string> counters; ///< -c and -cf; empty = all
    command::OutputFormat format = command::OutputFormat::bin; ///< -f
    std::string format_name;                                   ///< the same, as typed
    ResultFormat result = ResultFormat::table;                 ///< -f of a mode that has a result
    Top top;                                                   ///< -top
    std::int64_t average = 0;                                  ///< -average: 100 ns; 0 = none
    std::uint64_t every = 1; ///< -t: the first record and each that is this number further
    std::string output;      ///< -o; empty = none, or for -q the console
    std::int64_t begin = 0;  ///< -b: local time as a FILETIME
    std::int64_t end = std::numeric_limits<std::int64_t>::max(); ///< -e: the same; included
    std::optional<int> begin_bias;                               ///< of -b, as TimeRange has it
    std::optional<int> end_bias;                                 ///< of -e
    std::optional<TimeRange> second; ///< -b2 and -e2: of -compare; none = as the first
    std::string encoding;            ///< -encoding; empty = as the library reads text logs
    std::string dates;               ///< -dates: `mdy` or `dmy`; empty = the same
    std::string decimal;             ///< -decimal: `point` or `comma`; empty = the same
    bool append = false;             ///< -a
    std::string zone;                ///< -tz: of logs that do not say theirs; empty = not known
    bool yes_to_all = false;         ///< -y
    command::MissingPolicy missing = command::MissingPolicy::report;
    bool verbose = false;          ///< -v: names all counters that are left out
    bool lists_from_input = false; ///< -cf -
    bool with_raw = false;         ///< -raw
    bool epoch = false;            ///< -epoch
    bool for_spreadsheets = false; ///< -spreadsheet

    /// Whether -b or -e is given.
    [[nodiscard]] bool has_range() const noexcept {
        return begin > TimeRange().begin || end < TimeRange().end;
    }
};

/// Input files need no option.
/// @throws terminal::ProgramError
[[nodiscard]] Options parse_options(
    const std::vector<std::string>& arguments, const command::ReadFile& read_file);

/// The lines that --help shows.
[[nodiscard]] std::vector<std::string> help_lines();

} // namespace pdh_shim::tools::relog
