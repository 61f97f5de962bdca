// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/relog/inputs.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"
#include "tools/statistics/moments.h"
#include "tools/statistics/quantile_sketch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

/// How many values each of so many counters may keep, for exact percentiles: all together 16 MiB, or 8 where
/// the counters themselves take much.
[[nodiscard]] constexpr std::size_t most_kept(std::size_t counters) noexcept {
    constexpr std::size_t many = 10'000;
    const std::size_t in_all = std::size_t{1} << (counters > many ? 20U : 21U);
    return in_all / std::max<std::size_t>(counters, 1);
}

/// Counters with fewer samples have no trend, and no mean to compare.
inline constexpr std::uint64_t fewest_samples = 3;

/// The least change of a counter that matters, in its unit, which only its name says: 1 of percentages, 1024
/// of bytes, 0.001 of seconds, such as `Avg. Disk sec/Read`, and 0.1 of all others.
/// @param path its path
[[nodiscard]] inline double least_change(std::string_view path) noexcept {
    const auto name = path.substr(path.rfind('\\') + 1);
    if (name.find('%') != std::string_view::npos) {
        return 1;
    }
    const auto bytes = name.find("Bytes");
    if (bytes != std::string_view::npos && (bytes == 0 || name[bytes - 1] == ' ')) { // not MBytes
        return 1024;
    }
    return name.find("sec/") != std::string_view::npos ? 0.001 : 0.1;
}

/// What is known of a counter after its values so far.
struct CounterStatistics {
    CounterStatistics(std::size_t most, statistics::SketchMemory& memory) : percentiles(most, &memory) {}

    void add(const ColumnValues& added) {
        if (added.values.empty()) {
            return;
        }
        first_time = moments.count() == 0 ? added.times.front() : first_time;
        last_time = added.times.back();
        last = added.values.back();
        moments.add(added.values);
        percentiles.add(added.values);
    }

    /// A sketch alone may answer a little more than the highest value.
    [[nodiscard]] double percentile(double fraction) {
        const double value = percentiles.at(fraction);
        return moments.count() == 0 ? value : std::clamp(value, moments.lowest(), moments.highest());
    }

    statistics::Moments moments;
    statistics::Percentiles percentiles;
    RecordTime first_time;
    RecordTime last_time;
    double last = std::numeric_limits<double>::quiet_NaN();
};

/// The statistics of counters, and the memory of their sketches.
struct StatisticsOfCounters {
    /// @param of_all counters of all logs that are read
    void begin(std::size_t count, std::size_t of_all) {
        constexpr std::size_t most_bytes = std::size_t{8} << 20U;
        memory = std::make_unique<statistics::SketchMemory>(most_bytes, of_all);
        counters.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            counters.emplace_back(most_kept(of_all), *memory);
        }
    }

    std::unique_ptr<statistics::SketchMemory> memory = {};
    std::vector<CounterStatistics> counters = {};
};

/// -compare: reads two logs, or two ranges of one, and writes how much each counter differs to the console or
/// the file of -o.
/// @param paths one or two, where they can be read
/// @param names of them, for messages
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead write_comparison(const std::vector<std::string>& paths,
    const std::vector<std::string>& names, const Options& options, command::Platform& platform,
    command::Console& console);

/// -stats: reads logs, and writes a line for each counter to the console or the file of -o.
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead write_statistics(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console);

/// -trend: reads logs, and writes for each counter how much it grows in an hour to the console or the file of
/// -o.
/// @throws terminal::ProgramError
[[nodiscard]] LogValuesRead write_trends(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console);

} // namespace pdh_shim::tools::relog
