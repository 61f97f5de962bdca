// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/average.h"

#include "tools/relog/averager.h"

#include <pdh.h>
#include <pdhmsg.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

// The value between two samples; of counters that need one, the value of the newer.
std::optional<double> value_between(PDH_HCOUNTER counter, PDH_RAW_COUNTER newer, PDH_RAW_COUNTER* older) {
    PDH_FMT_COUNTERVALUE value = {};
    const auto status = static_cast<DWORD>(
        PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, &newer, older, &value));
    const bool has_value = status == ERROR_SUCCESS && IsSuccessSeverity(value.CStatus);
    return has_value ? std::optional(value.doubleValue) : std::nullopt;
}

// The raw samples of a counter at the ends of intervals.
class RateColumn {
  public:
    explicit RateColumn(PDH_HCOUNTER counter) : counter_(counter) {}

    void read() {
        PDH_RAW_COUNTER raw = {};
        if (samples_ == Samples::one ||
            static_cast<DWORD>(PdhGetRawCounterValue(counter_, nullptr, &raw)) != ERROR_SUCCESS ||
            !IsSuccessSeverity(raw.CStatus)) {
            return;
        }
        if (samples_ == Samples::unknown) {
            samples_ = value_between(counter_, raw, nullptr) ? Samples::one : Samples::two;
        }
        newest_ = raw;
        before_ = before_ ? before_ : newest_; // the first interval begins with its first sample
    }

    // The value over the interval that ends now; none for a counter of one sample.
    std::optional<double> end_interval() {
        if (samples_ != Samples::two) {
            return std::nullopt;
        }
        const auto value = value_between(counter_, *newest_, &*before_);
        before_ = newest_;
        return value;
    }

  private:
    enum class Samples { unknown, one, two };

    PDH_HCOUNTER counter_;
    Samples samples_ = Samples::unknown; // that a value needs
    std::optional<PDH_RAW_COUNTER> newest_;
    std::optional<PDH_RAW_COUNTER> before_; // where the interval begins
};

} // namespace

RecordRange write_averages(command::Query& query, command::RecordSink& sink, std::int64_t ticks,
    const std::function<bool()>& goes_on) {
    Averager averager(ticks);
    std::vector<RateColumn> rates(query.counters().begin(), query.counters().end());
    RecordRange written;
    const auto end_interval = [&] {
        auto reduced = averager.take();
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const auto rate = rates[i].end_interval();
            reduced.values[i] = rate ? rate : reduced.values[i];
        }
        sink.add(reduced);
        written.begin = written.samples == 0 ? reduced.local_time : written.begin;
        written.end = reduced.local_time;
        ++written.samples;
    };
    command::Sample sample;
    for (bool is_stopped = false; !is_stopped && query.collect(sample); is_stopped = !goes_on()) {
        if (averager.begins_another(sample.local_time)) {
            end_interval();
        }
        averager.add(sample);
        for (auto& rate : rates) {
            rate.read();
        }
    }
    if (averager.has_samples()) {
        end_interval();
    }
    sink.close();
    return written;
}

} // namespace pdh_shim::tools::relog
