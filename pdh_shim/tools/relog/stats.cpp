// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/stats.h"

#include "tools/relog/result_table.h"
#include "tools/statistics/moments.h"
#include "tools/statistics/percentiles.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

// What is known of a counter after its values so far.
struct CounterStatistics {
    explicit CounterStatistics(std::size_t most_kept) : percentiles(most_kept) {}

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

    // A sketch may answer a little more than the highest value.
    [[nodiscard]] double percentile(double fraction) {
        const double value = percentiles.at(fraction);
        return moments.count() == 0 ? value : std::clamp(value, moments.lowest(), moments.highest());
    }

    [[nodiscard]] ResultCell time(const RecordTime& time) const {
        return moments.count() == 0 ? ResultCell{"-"} : ResultCell::time(time);
    }

    statistics::Moments moments;
    statistics::Percentiles percentiles;
    RecordTime first_time;
    RecordTime last_time;
    double last = std::numeric_limits<double>::quiet_NaN();
};

std::vector<std::string_view> names(ResultFormat format) {
    std::vector<std::string_view> all = {
        "samples", "min", "mean", "max", "last", "p50", "p95", "p99", "std", "first_time", "last_time"};
    if (format != ResultFormat::table) { // below a table it is said once
        all.emplace_back("percentile_error");
    }
    all.emplace_back("counter");
    return all;
}

ResultRow row_of(CounterStatistics& counter, const std::string& path, ResultFormat format) {
    const auto& moments = counter.moments;
    ResultRow row = {ResultCell::count(moments.count()), ResultCell::number(moments.lowest()),
        ResultCell::number(moments.mean()), ResultCell::number(moments.highest()),
        ResultCell::number(counter.last), ResultCell::number(counter.percentile(0.50)),
        ResultCell::number(counter.percentile(0.95)), ResultCell::number(counter.percentile(0.99)),
        ResultCell::number(moments.deviation()), counter.time(counter.first_time),
        counter.time(counter.last_time)};
    if (format != ResultFormat::table) {
        row.push_back(ResultCell::number(
            counter.percentiles.are_exact() ? 0 : statistics::QuantileSketch::largest_error));
    }
    row.push_back(ResultCell::text(path));
    return row;
}

// How many values each of so many columns may keep, for exact percentiles.
std::size_t most_kept(std::size_t columns) {
    constexpr std::size_t in_all = std::size_t{1} << 21U;
    return in_all / std::max<std::size_t>(columns, 1);
}

} // namespace

LogValuesRead write_statistics(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console) {
    std::vector<std::string> paths;
    std::vector<CounterStatistics> counters;
    const auto begin = [&](std::vector<std::string> columns) {
        paths = std::move(columns);
        const auto most = most_kept(paths.size());
        for (std::size_t i = 0; i < paths.size(); ++i) {
            counters.emplace_back(most);
        }
    };
    const auto take = [&](std::size_t column, const ColumnValues& values) { counters[column].add(values); };
    auto read = read_values(logs, options, {options.begin, options.end}, platform, console, {begin, take});
    const auto row = [&](std::size_t i) { return row_of(counters[i], paths[i], options.result); };
    write_result(ResultTable{names(options.result), paths.size(), row}, options, console);
    const bool are_exact = std::all_of(counters.begin(), counters.end(),
        [](const auto& counter) { return counter.percentiles.are_exact(); });
    if (!are_exact && options.result == ResultFormat::table) {
        console.write_end({"Percentiles of counters with more than " +
                           std::to_string(most_kept(paths.size())) + " samples are exact to 0.8 %."});
    }
    return read;
}

} // namespace pdh_shim::tools::relog
