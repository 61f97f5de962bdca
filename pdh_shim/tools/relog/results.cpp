// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/results.h"

#include "tools/command/console.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/relog/convert.h"
#include "tools/relog/inputs.h"
#include "tools/relog/result_table.h"
#include "tools/statistics/moments.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

// One side of the comparison.
struct Side {
    StatisticsOfCounters statistics;
    bool has_one_computer = true;
    LogValuesRead read;
};

Side read_side(const InputLogs& logs, const TimeRange& range, const Options& options,
    command::Platform& platform, command::Console& console) {
    Side side;
    side.has_one_computer = logs.computers().size() <= 1;
    const auto begin = [&](std::size_t columns) { side.statistics.begin(columns, 2 * columns); };
    const auto take = [&](std::size_t i, const ColumnValues& values) {
        side.statistics.counters[i].add(values);
    };
    auto silent = options; // what this log lacks the other one may have
    silent.missing = command::MissingPolicy::ignore;
    try {
        side.read = read_values(logs, silent, logs.local(range), platform, console, {begin, take, true});
    } catch (const command::SourceError& error) {
        throw logs.named(error);
    }
    return side;
}

ColumnNames comparison_names() {
    return {"mean_a", "mean_b", "change", "swing", "p95_a", "p95_b", "p95_swing", "counter"};
}

// A counter of both sides, or of one.
struct Pair {
    std::string path;
    std::array<CounterStatistics*, 2> sides = {};
};

// Logs of one computer each are compared whatever its name is.
std::vector<Pair> pairs_of(std::array<Side, 2>& sides) {
    const bool with_computer = !sides[0].has_one_computer || !sides[1].has_one_computer;
    std::vector<Pair> pairs;
    std::map<std::string, std::size_t> known;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (std::size_t i = 0; i < sides[side].read.paths.size(); ++i) {
            const auto& full = sides[side].read.paths[i];
            auto path = with_computer ? full : command::without_computer(full);
            const auto [found, is_new] = known.try_emplace(command::lower_case(path), pairs.size());
            if (is_new) {
                pairs.push_back({std::move(path), {}});
            }
            pairs[found->second].sides[side] = &sides[side].statistics.counters[i];
        }
    }
    return pairs;
}

double mean_of(const CounterStatistics* counter) {
    return counter == nullptr ? std::nan("") : counter->moments.mean();
}

double p95_of(CounterStatistics* counter) {
    constexpr double fraction = 0.95;
    return counter == nullptr ? std::nan("") : counter->percentile(fraction);
}

// The difference as a part of the larger one of both, which may be 0.
double swing_of(double before, double after) {
    const double larger = std::max(std::fabs(before), std::fabs(after));
    return larger == 0 ? 0 : (after - before) / larger;
}

// Whether a counter has enough samples, and its mean or its highest values differ by what matters. One that
// only one side has differs.
bool matters(const Pair& pair) {
    const auto has_few = [](const CounterStatistics* side) {
        return side != nullptr && side->moments.count() > 0 && side->moments.count() < fewest_samples;
    };
    const auto is_there = [](const CounterStatistics* side) {
        return side != nullptr && side->moments.count() > 0;
    };
    const auto [before, after] = pair.sides;
    if (has_few(before) || has_few(after) || !is_there(before) || !is_there(after)) {
        return !has_few(before) && !has_few(after) && (is_there(before) || is_there(after));
    }
    const double least = least_change(pair.path);
    return std::fabs(mean_of(after) - mean_of(before)) >= least ||
           std::fabs(p95_of(after) - p95_of(before)) >= least;
}

ResultRow row_of(const Pair& pair) {
    const auto [before, after] = pair.sides;
    const double mean_before = mean_of(before);
    const double mean_after = mean_of(after);
    const double p95_before = p95_of(before);
    const double p95_after = p95_of(after);
    auto swing = ResultCell::number(swing_of(mean_before, mean_after));
    swing.value = std::fabs(swing.value); // in either direction
    return {ResultCell::number(mean_before), ResultCell::number(mean_after),
        ResultCell::number(mean_after - mean_before), std::move(swing), ResultCell::number(p95_before),
        ResultCell::number(p95_after), ResultCell::number(swing_of(p95_before, p95_after)),
        ResultCell::text(pair.path)};
}

std::uint64_t records_of(const Side& side) {
    return side.read.paths.empty() ? std::numeric_limits<std::uint64_t>::max() : side.read.records;
}

// Says which of the chosen counters neither side has.
terminal::ExitStatus report_missing(
    const std::array<Side, 2>& sides, const Options& options, command::Console& console) {
    if (sides[0].read.paths.empty() && sides[1].read.paths.empty()) {
        throw no_counters();
    }
    command::MissingCounters missing(console,
        options.counters.empty() ? command::MissingPolicy::ignore : options.missing, options.verbose);
    for (const auto& counter : sides[0].read.left_out) {
        const auto is_same = [&](const auto& other) { return other.path == counter.path; };
        if (std::ranges::any_of(sides[1].read.left_out, is_same)) {
            missing.leave_out(counter.path, counter.why);
        }
    }
    missing.say_number_of_others();
    return missing.status();
}

} // namespace

LogValuesRead write_comparison(const std::vector<std::string>& paths, const std::vector<std::string>& names,
    const Options& options, command::Platform& platform, command::Console& console) {
    if (paths.size() > 2) { // which a pattern matched
        throw terminal::UsageError("-compare needs two logs, not " + std::to_string(paths.size()) + '.');
    }
    check_result(comparison_names(), options, console);
    const TimeRange first{options.begin, options.end, options.begin_bias, options.end_bias};
    std::array sides = {
        read_side(InputLogs({paths.front()}, {names.front()}), first, options, platform, console), Side()};
    if (!sides[0].read.is_stopped) {
        sides[1] = read_side(InputLogs({paths.back()}, {names.back()}), options.second.value_or(first),
            options, platform, console);
    }
    const bool is_stopped = sides[0].read.is_stopped || sides[1].read.is_stopped;
    const auto missing = is_stopped ? terminal::ExitStatus::done : report_missing(sides, options, console);
    auto pairs = pairs_of(sides);
    if (!options.verbose && !is_stopped) {
        say_left_out(std::erase_if(pairs, [](const Pair& pair) { return !matters(pair); }), console);
    }
    ResultTable table{comparison_names(), pairs.size(), [&](std::size_t i) { return row_of(pairs[i]); }};
    write_result(
        std::move(table), options.top.count > 0 ? options.top : Top{pairs.size(), "swing"}, options, console);
    return {.records = std::min(records_of(sides[0]), records_of(sides[1])),
        .has_loss = sides[0].read.has_loss || sides[1].read.has_loss,
        .missing = missing,
        .is_stopped = is_stopped};
}

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

namespace {

constexpr double ticks_per_hour = 36e9;

// Summer time is not a trend.
std::int64_t utc_of(const RecordTime& time) {
    constexpr std::int64_t ticks_per_minute = 600'000'000;
    return time.local + time.bias.value_or(0) * ticks_per_minute;
}

struct CounterTrend {
    statistics::Moments moments;
    statistics::Regression regression;
    double first_hour = 0; ///< of its first sample
    double hours = 0;      ///< from then to its last one
};

// How sure the growth is: how many standard errors the slope is above 0.
double growth(const statistics::Regression& regression) {
    const double slope = regression.slope();
    const double error = regression.standard_error();
    if (error == 0 && slope != 0) {
        return std::copysign(std::numeric_limits<double>::infinity(), slope);
    }
    return error == 0 ? 0 : slope / error;
}

// Whether a counter has enough samples, and its line rises or falls by what matters while it has them. What
// began in the second half of the records grows because it is new.
bool matters(const CounterTrend& counter, const std::string& path, std::uint64_t records) {
    const auto samples = counter.regression.count();
    return samples >= std::max(fewest_samples, (records + 1) / 2) &&
           std::fabs(counter.regression.slope()) * counter.hours >= least_change(path);
}

ResultRow row_of(const CounterTrend& counter, const std::string& path) {
    const double slope = counter.regression.slope();
    const double confidence = counter.regression.confidence();
    auto surety = ResultCell::number(growth(counter.regression));
    surety.value = growth(counter.regression); // of a straight line infinite
    return {ResultCell::count(counter.regression.count()), ResultCell::number(counter.moments.mean()),
        ResultCell::number(slope), ResultCell::number(slope - confidence),
        ResultCell::number(slope + confidence), std::move(surety), ResultCell::text(path)};
}

ColumnNames trend_names() {
    return {"samples", "mean", "per_hour", "low", "high", "errors", "counter"};
}

// Hours since the first record, of the records of a block.
class Hours {
  public:
    std::span<const double> of(std::span<const RecordTime> times) {
        if (!begin_ && !times.empty()) {
            begin_ = utc_of(times.front());
        }
        hours_.clear();
        for (const auto& time : times) {
            hours_.push_back(static_cast<double>(utc_of(time) - *begin_) / ticks_per_hour);
        }
        return hours_;
    }

  private:
    std::optional<std::int64_t> begin_;
    std::vector<double> hours_;
};

} // namespace

LogValuesRead write_trends(
    const InputLogs& logs, const Options& options, command::Platform& platform, command::Console& console) {
    check_result(trend_names(), options, console);
    std::vector<CounterTrend> counters;
    Hours hours;
    const auto begin = [&](std::size_t columns) { counters.resize(columns); };
    const auto take = [&](std::size_t column, const ColumnValues& values) {
        if (values.values.empty()) {
            return;
        }
        auto& counter = counters[column];
        const auto times = hours.of(values.times);
        counter.first_hour = counter.moments.count() == 0 ? times.front() : counter.first_hour;
        counter.hours = times.back() - counter.first_hour;
        counter.moments.add(values.values);
        counter.regression.add(times, values.values);
    };
    auto read = read_values(logs, options, {options.begin, options.end}, platform, console, {begin, take});
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < counters.size(); ++i) {
        if (options.verbose || read.is_stopped || matters(counters[i], read.paths[i], read.records)) {
            shown.push_back(i);
        }
    }
    say_left_out(counters.size() - shown.size(), console);
    const auto row = [&](std::size_t i) { return row_of(counters[shown[i]], read.paths[shown[i]]); };
    ResultTable table{trend_names(), shown.size(), row};
    write_result(std::move(table), options.top.count > 0 ? options.top : Top{shown.size(), "errors"}, options,
        console);
    return read;
}

} // namespace pdh_shim::tools::relog
