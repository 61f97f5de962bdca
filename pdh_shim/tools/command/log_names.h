// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace pdh_shim::tools::command {

/// What is added to the name of each log.
enum class Versioning {
    none,
    number, ///< `_000001`
    date    ///< `_mmddhhmm`, the month, day, hour and minute in which the log begins
};

/// The logs that a program writes, one after another.
struct LogFiles {
    OutputFormat format = OutputFormat::bin;
    bool is_circular = false; ///< the oldest records of a full binary log are overwritten
    std::string output;       ///< absolute path or `SQL:dsn!set`
    Versioning versioning = Versioning::none;
    bool is_appended = false;    ///< to a file that exists
    bool is_overwritten = false; ///< a file that exists is replaced
    /// The size of a log, or the number of its records in a database; none = no limit.
    std::optional<std::uint64_t> megabytes;
    std::optional<std::chrono::seconds> segment; ///< the time of a log; none = no limit
    bool ends_when_full = false;                 ///< at the size of a log, in place of beginning another one

    bool operator==(const LogFiles& other) const = default;
};

/// How the logs of a program are told apart: as they say, or by numbers if there are several.
[[nodiscard]] Versioning versioning_of(const LogFiles& files);

/// The names of the logs that a program writes, one after the other. None of them is that of a file that
/// exists, unless there is only one.
class LogNames {
  public:
    using Exists = std::function<bool(const std::string& name)>;

    /// @param folder the names of the files in the folder of the output: numbers go on behind them
    LogNames(const LogFiles& files, const std::vector<std::string>& folder);

    /// The name of the file that begins now.
    /// @param local_time a FILETIME
    [[nodiscard]] std::string next(std::int64_t local_time, const Exists& exists);

    /// From now on the names have numbers.
    void number() { versioning_ = Versioning::number; }

    /// Whether the name is one of theirs, or one with a number.
    [[nodiscard]] bool has(const std::string& name) const;

  private:
    Versioning versioning_;
    std::string stem_;
    std::string extension_;
    std::uint64_t number_ = 0; // of the last file
};

/// The environment variable by which a program tells the library the time zone of logs that do not name one.
inline constexpr const char* log_zone_variable = "PDH_SHIM_LOG_ZONE";

/// Whether the library understands a zone by itself: `UTC`, or the minutes of a day.
[[nodiscard]] inline bool is_number_or_utc(std::string_view zone) {
    constexpr int most = 24 * 60;
    int minutes = 0;
    const char* const end = zone.data() + zone.size();
    const auto [stop, error] = std::from_chars(zone.data(), end, minutes);
    return zone == "UTC" || (error == std::errc() && stop == end && minutes >= -most && minutes <= most);
}

} // namespace pdh_shim::tools::command
