// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/average.h"

#include "tools/relog/averager.h"
#include "tools/relog/value_block.h"

#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

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

// The raw samples, at the ends of intervals, of a counter that needs two.
class RateColumn {
  public:
    RateColumn(PDH_HCOUNTER counter, std::size_t column) : column_(column), counter_(counter) {}

    [[nodiscard]] std::size_t column() const { return column_; }

    void read() {
        PDH_RAW_COUNTER raw = {};
        if (static_cast<DWORD>(PdhGetRawCounterValue(counter_, nullptr, &raw)) == ERROR_SUCCESS &&
            IsSuccessSeverity(raw.CStatus)) {
            (before_ ? newest_ : before_) = raw; // the first interval begins with its first sample
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
    IntervalWriter(command::Query& query, command::RecordSink& sink, std::int64_t ticks)
        : query_(query), sink_(sink), averager_(ticks), rates_(rates_of(query.counters())) {}

    // Reads and adds some records. Raw samples are those of the record that was read last, so where they are
    // needed it is one. Returns false at the end.
    bool read() { return rates_.empty() ? read_block() : read_record(); }

    RecordRange close() {
        if (averager_.has_samples()) {
            end_interval();
        }
        sink_.close();
        return written_;
    }

  private:
    bool read_block() {
        const auto columns = query_.column_count();
        if (!query_.collect(block_, ValueBlock::rows_for(columns))) {
            return false;
        }
        for (std::size_t i = 0; i < block_.samples; ++i) {
            add(block_.local_times[i], block_.biases[i], {block_.values.data() + i * columns, columns});
        }
        return true;
    }

    bool read_record() {
        if (!query_.collect(sample_)) {
            return false;
        }
        block_.values.resize(sample_.values.size());
        std::transform(sample_.values.begin(), sample_.values.end(), block_.values.begin(),
            [](const auto& value) { return value.value_or(none); });
        add(sample_.local_time, sample_.bias_minutes, block_.values);
        for (auto& rate : rates_) {
            rate.read();
        }
        return true;
    }

    void add(std::int64_t local_time, std::optional<int> bias, std::span<const double> values) {
        if (averager_.begins_another(local_time)) {
            end_interval();
        }
        averager_.add(local_time, bias, values);
    }

    void end_interval() {
        auto reduced = averager_.take();
        for (auto& rate : rates_) {
            auto& mean = reduced.values[rate.column()];
            const auto value = rate.end_interval();
            mean = value ? value : mean;
        }
        sink_.add(reduced);
        written_.begin = written_.samples == 0 ? reduced.local_time : written_.begin;
        written_.end = reduced.local_time;
        ++written_.samples;
    }

    command::Query& query_;
    command::RecordSink& sink_;
    Averager averager_;
    std::vector<RateColumn> rates_;
    RecordRange written_;
    command::SampleBlock block_;
    command::Sample sample_;
};

} // namespace

RecordRange write_averages(command::Query& query, command::RecordSink& sink, std::int64_t ticks,
    const std::function<bool()>& goes_on) {
    IntervalWriter writer(query, sink, ticks);
    while (writer.read() && goes_on()) {
    }
    return writer.close();
}

} // namespace pdh_shim::tools::relog
