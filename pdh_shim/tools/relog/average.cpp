// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/average.h"

#include "tools/command/arguments.h"
#include "tools/command/numbers_and_times.h"
#include "tools/relog/log_values.h"

#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::uint64_t ticks_per_second = 10'000'000;

std::uint64_t seconds_of_unit(char unit) {
    switch (unit) {
    case 's':
    case 'S':
        return 1;
    case 'm':
    case 'M':
        return 60;
    case 'h':
    case 'H':
        return 3600;
    case 'd':
    case 'D':
        return 86'400;
    default:
        return 0;
    }
}

} // namespace

std::optional<std::int64_t> parse_interval(std::string_view text) {
    constexpr std::uint64_t most = std::uint64_t{366} * 86'400;
    auto seconds = command::parse_seconds(text);
    const auto unit = text.empty() ? 0 : seconds_of_unit(text.back());
    if (unit != 0) {
        const auto count = command::parse_number(text.substr(0, text.size() - 1));
        seconds = count && *count <= most ? std::optional(*count * unit) : std::nullopt;
    }
    if (!seconds || *seconds == 0 || *seconds > most) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*seconds * ticks_per_second);
}

void Averager::add(std::int64_t local_time, std::optional<int> bias, std::span<const double> values) {
    if (!has_samples_) {
        means_.assign(values.size(), {});
        end_ = end_of(local_time);
        has_samples_ = true;
    }
    bias_ = bias;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) {
            means_[i].sum.add(values[i]);
            ++means_[i].count;
        }
    }
}

command::Sample Averager::take() {
    command::Sample sample = {.local_time = end_, .bias_minutes = bias_};
    for (const auto& mean : means_) {
        sample.values.push_back(mean.count == 0
                                    ? std::nullopt
                                    : std::optional(mean.sum.value() / static_cast<double>(mean.count)));
    }
    has_samples_ = false;
    return sample;
}

namespace {

// Of a block with raw samples, which are five times as large as values.
constexpr std::size_t most_raw_values = std::size_t{1} << 16U;
constexpr std::size_t least_raw_rows = 4;

// The value between two samples.
std::optional<double> value_between(PDH_HCOUNTER counter, PDH_RAW_COUNTER newer, PDH_RAW_COUNTER* older) {
    PDH_FMT_COUNTERVALUE value = {};
    const auto status = static_cast<DWORD>(
        PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, &newer, older, &value));
    const bool has_value = status == ERROR_SUCCESS && IsSuccessSeverity(value.CStatus);
    return has_value ? std::optional(value.doubleValue) : std::nullopt;
}

// Whether a value of the counter is computed from two samples.
bool needs_two_samples(PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER sample = {};
    sample.FirstValue = 1;
    sample.SecondValue = 1;
    sample.MultiCount = 1;
    PDH_FMT_COUNTERVALUE value = {};
    return static_cast<DWORD>(PdhCalculateCounterFromRawValue(
               counter, PDH_FMT_DOUBLE, &sample, nullptr, &value)) == PDH_CSTATUS_INVALID_DATA;
}

// The raw samples of a column in some records of a block.
struct RawColumn {
    const PDH_RAW_COUNTER* first;
    std::size_t columns; // of the block
    std::size_t records;

    [[nodiscard]] const PDH_RAW_COUNTER& operator[](std::size_t record) const {
        return first[record * columns];
    }
};

// The raw samples, at the ends of intervals, of a counter that needs two.
class RateColumn {
  public:
    RateColumn(PDH_HCOUNTER counter, std::size_t column) : column_(column), counter_(counter) {}

    [[nodiscard]] std::size_t column() const { return column_; }

    // Looks at the next samples of the interval.
    void look_at(const RawColumn& samples) {
        std::size_t first = 0;
        for (; !before_ && first < samples.records; ++first) {
            before_ = valid_sample(samples[first]); // the first interval begins with its first sample
        }
        for (std::size_t end = samples.records; end > first; --end) {
            if (const auto newest = valid_sample(samples[end - 1])) {
                newest_ = newest;
                return;
            }
        }
    }

    // The value over the interval that ends now; none if it has no sample behind the one that it begins with.
    std::optional<double> end_interval() {
        if (!newest_) {
            return std::nullopt;
        }
        const auto value = value_between(counter_, *newest_, &*before_);
        before_ = std::exchange(newest_, std::nullopt);
        return value;
    }

  private:
    static std::optional<PDH_RAW_COUNTER> valid_sample(const PDH_RAW_COUNTER& sample) {
        return IsSuccessSeverity(sample.CStatus) ? std::optional(sample) : std::nullopt;
    }

    std::size_t column_;
    PDH_HCOUNTER counter_;
    std::optional<PDH_RAW_COUNTER> before_; // where the interval begins
    std::optional<PDH_RAW_COUNTER> newest_; // in the interval, behind that one
};

std::vector<RateColumn> rates_of(const std::vector<PDH_HCOUNTER>& counters) {
    std::vector<RateColumn> rates;
    for (std::size_t i = 0; i < counters.size(); ++i) {
        if (needs_two_samples(counters[i])) {
            rates.emplace_back(counters[i], i);
        }
    }
    return rates;
}

// Reduces the records of a query, and writes the intervals.
class IntervalWriter {
  public:
    IntervalWriter(
        command::Query& query, std::int64_t ticks, const std::function<void(const command::Sample&)>& write)
        : query_(query), write_(write), averager_(ticks), rates_(rates_of(query.counters())) {}

    // Reads and adds some records. Returns false at the end.
    bool read() {
        if (!query_.collect(block_, most_rows(), rates_.empty() ? nullptr : &raw_values_)) {
            return false;
        }
        seen_ = 0;
        for (std::size_t i = 0; i < block_.samples; ++i) {
            if (averager_.begins_another(block_.local_times[i])) {
                look_at_rates(i);
                end_interval();
            }
            averager_.add(block_.local_times[i], block_.biases[i],
                {block_.values.data() + i * query_.column_count(), query_.column_count()});
        }
        look_at_rates(block_.samples);
        return true;
    }

    RecordRange close() {
        if (averager_.has_samples()) {
            end_interval();
        }
        return written_;
    }

  private:
    [[nodiscard]] std::size_t most_rows() const {
        const auto columns = query_.column_count();
        const auto rows = ValueBlock::rows_for(columns);
        return rates_.empty() ? rows : std::clamp(most_raw_values / columns, least_raw_rows, rows);
    }

    // Shows the rates the records before `end`: these, and those that they have seen, are in one interval.
    void look_at_rates(std::size_t end) {
        const auto columns = query_.column_count();
        for (auto& rate : rates_) {
            rate.look_at({raw_values_.data() + seen_ * columns + rate.column(), columns, end - seen_});
        }
        seen_ = end;
    }

    void end_interval() {
        auto reduced = averager_.take();
        for (auto& rate : rates_) {
            auto& mean = reduced.values[rate.column()];
            const auto value = rate.end_interval();
            mean = value ? value : mean;
        }
        write_(reduced);
        written_.begin = written_.samples == 0 ? reduced.local_time : written_.begin;
        written_.end = reduced.local_time;
        ++written_.samples;
    }

    command::Query& query_;
    const std::function<void(const command::Sample&)>& write_;
    Averager averager_;
    std::vector<RateColumn> rates_;
    RecordRange written_;
    command::SampleBlock block_;
    std::vector<PDH_RAW_COUNTER> raw_values_; // of the block
    std::size_t seen_ = 0;                    // how many of its records the rates have looked at
};

} // namespace

RecordRange write_averages(command::Query& query, std::int64_t ticks,
    const std::function<void(const command::Sample&)>& write, const std::function<bool()>& goes_on) {
    IntervalWriter writer(query, ticks, write);
    while (writer.read() && goes_on()) {
    }
    return writer.close();
}

} // namespace pdh_shim::tools::relog
