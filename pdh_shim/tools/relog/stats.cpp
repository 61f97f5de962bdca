// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/stats.h"

#include "tools/relog/counter_statistics.h"
#include "tools/relog/result_table.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

ResultRow row_of(CounterStatistics& counter, const std::string& path, ResultFormat format) {
    const auto& moments = counter.moments;
    ResultRow row = {ResultCell::count(moments.count()), ResultCell::number(moments.lowest()),
        ResultCell::number(moments.mean()), ResultCell::number(moments.highest()),
        ResultCell::number(counter.last), ResultCell::number(counter.percentile(0.50)),
        ResultCell::number(counter.percentile(0.95)), ResultCell::number(counter.percentile(0.99)),
        ResultCell::number(moments.deviation()), time_of(counter, counter.first_time),
        time_of(counter, counter.last_time)};
    if (format != ResultFormat::table) {
        row.push_back(ResultCell::number(
            counter.percentiles.are_exact() ? 0 : statistics::QuantileSketch::largest_error));
    }
    row.push_back(ResultCell::text(path));
    return row;
}

} // namespace

LogValuesRead write_statistics(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console) {
    check_result(names(options.result), options, console);
    std::vector<std::string> paths;
    std::vector<CounterStatistics> counters;
    const auto begin = [&](std::vector<std::string> columns) {
        paths = std::move(columns);
        const auto most = most_kept(paths.size());
        counters.reserve(paths.size());
        for (std::size_t i = 0; i < paths.size(); ++i) {
            counters.emplace_back(most);
        }
    };
    const auto take = [&](std::size_t column, const ColumnValues& values) { counters[column].add(values); };
    auto read = read_values(logs, options, {options.begin, options.end}, platform, console, {begin, take});
    const auto row = [&](std::size_t i) { return row_of(counters[i], paths[i], options.result); };
    write_result(ResultTable{names(options.result), paths.size(), row}, options.top, options, console);
    const bool are_exact = std::all_of(counters.begin(), counters.end(),
        [](const auto& counter) { return counter.percentiles.are_exact(); });
    if (!are_exact && options.result == ResultFormat::table) {
        console.write_end({"Percentiles of counters with more than " +
                           std::to_string(most_kept(paths.size())) + " samples are exact to 0.8 %."});
    }
    return read;
}

} // namespace pdh_shim::tools::relog
