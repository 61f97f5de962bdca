// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/query.h"
#include "tools/command/sample.h"
#include "tools/relog/inputs.h"
#include "tools/statistics/moments.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

/// The ticks (100 ns) of `30s`, `5m`, `1h`, `1d` or, as typeperf takes it, `[[hh:]mm:]ss`; none for any other
/// text, for 0, and for more than a year.
[[nodiscard]] std::optional<std::int64_t> parse_interval(std::string_view text);

/// The intervals that the samples of a log fall into, and the mean of each column in them. An interval begins
/// behind a multiple of its length since midnight, and ends with the next one or with the day. Those of more
/// than a day are counted from 1601, which began with a Monday.
class Averager {
  public:
    explicit Averager(std::int64_t ticks) noexcept : ticks_(ticks) {}

    /// Whether a sample of this time is not in the interval of the samples before it: then take() what these
    /// are.
    [[nodiscard]] bool begins_another(std::int64_t local_time) const noexcept {
        return has_samples_ && end_of(local_time) != end_;
    }

    /// @param values of the columns; not a number = none
    void add(std::int64_t local_time, std::optional<int> bias, std::span<const double> values);

    [[nodiscard]] bool has_samples() const noexcept { return has_samples_; }

    /// The means, at the end of the interval.
    [[nodiscard]] command::Sample take();

  private:
    struct Mean {
        statistics::ExactSum sum;
        std::uint64_t count = 0;
    };

    [[nodiscard]] std::int64_t end_of(std::int64_t local_time) const noexcept {
        constexpr std::int64_t day = 864'000'000'000;
        const std::int64_t passed = ticks_ < day ? local_time % day : local_time;
        const std::int64_t behind = passed % ticks_;
        const std::int64_t rest = ticks_ < day ? day - passed : ticks_;
        const std::int64_t left = behind > 0 ? std::min(ticks_ - behind, rest) : -behind;
        constexpr auto last = std::numeric_limits<std::int64_t>::max();
        return local_time > last - left ? last : local_time + left;
    }

    std::int64_t ticks_;
    bool has_samples_ = false;
    std::int64_t end_ = 0;
    std::optional<int> bias_;
    std::vector<Mean> means_;
};

/// -average: writes one record for each interval, reduced by the types of the counters.
/// @param ticks   the length of an interval (100 ns)
/// @param write   writes a record
/// @param goes_on called after each few records that are read; false stops it
/// @return the records that were written
/// @throws terminal::ProgramError
RecordRange write_averages(command::Query& query, std::int64_t ticks,
    const std::function<void(const command::Sample&)>& write, const std::function<bool()>& goes_on);

} // namespace pdh_shim::tools::relog
