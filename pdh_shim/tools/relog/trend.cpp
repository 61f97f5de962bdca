// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/trend.h"

#include "tools/relog/counter_statistics.h"
#include "tools/relog/result_table.h"
#include "tools/statistics/moments.h"
#include "tools/statistics/regression.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

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
