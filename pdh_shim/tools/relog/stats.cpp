// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/stats.h"

#include "tools/command/number_format.h"
#include "tools/relog/counter_statistics.h"
#include "tools/relog/result_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

ResultCell time_of(const CounterStatistics& counter, const RecordTime& time) {
    return counter.moments.count() == 0 ? ResultCell{"-"} : ResultCell::time(time);
}

ColumnNames names(ResultFormat format) {
    ColumnNames all = {
        "samples", "min", "mean", "max", "last", "p50", "p95", "p99", "std", "first_time", "last_time"};
    if (format != ResultFormat::table) { // below a table it is said once
        all.emplace_back("percentile_error");
    }
    all.emplace_back("counter");
    return all;
}

double largest_error(const std::vector<CounterStatistics>& counters) {
    double largest = 0;
    for (const auto& counter : counters) {
        largest = std::max(largest, counter.percentiles.error());
    }
    return largest;
}

// Rounded up, with one decimal.
std::string percents(double fraction) {
    return command::shortest_number(std::ceil(fraction * 1000) / 10) + " %";
}

ResultRow row_of(CounterStatistics& counter, const std::string& path, ResultFormat format) {
    const auto& moments = counter.moments;
    ResultRow row = {ResultCell::count(moments.count()), ResultCell::number(moments.lowest()),
        ResultCell::number(moments.mean()), ResultCell::number(moments.highest()),
        ResultCell::number(counter.last), ResultCell::number(counter.percentile(0.50)),
        ResultCell::number(counter.percentile(0.95)), ResultCell::number(counter.percentile(0.99)),
        ResultCell::number(moments.deviation()), time_of(counter, counter.first_time),
        time_of(counter, counter.last_time)};
    if (format != ResultFormat::table) {
        row.push_back(ResultCell::number(counter.percentiles.error()));
    }
    row.push_back(ResultCell::text(path));
    return row;
}

} // namespace

LogValuesRead write_statistics(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console) {
    check_result(names(options.result), options, console);
    StatisticsOfCounters statistics;
    auto& counters = statistics.counters;
    const auto begin = [&](std::size_t columns) { statistics.begin(columns, columns); };
    const auto take = [&](std::size_t column, const ColumnValues& values) { counters[column].add(values); };
    auto read = read_values(logs, options, {options.begin, options.end}, platform, console, {begin, take});
    const auto row = [&](std::size_t i) { return row_of(counters[i], read.paths[i], options.result); };
    write_result(ResultTable{names(options.result), counters.size(), row}, options.top, options, console);
    const double error = largest_error(counters);
    if (error > 0 && options.result == ResultFormat::table) {
        console.write_end(
            {"Percentiles of counters with more than " + std::to_string(most_kept(counters.size())) +
                " samples are exact to " + percents(error) + "."});
    }
    return read;
}

} // namespace pdh_shim::tools::relog
