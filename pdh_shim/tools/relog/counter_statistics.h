// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/relog/value_block.h"
#include "tools/statistics/moments.h"
#include "tools/statistics/percentiles.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace pdh_shim::tools::relog {

/// How many values each of so many counters may keep, for exact percentiles.
[[nodiscard]] constexpr std::size_t most_kept(std::size_t counters) noexcept {
    constexpr std::size_t in_all = std::size_t{1} << 21U;
    return in_all / std::max<std::size_t>(counters, 1);
}

/// What is known of a counter after its values so far.
struct CounterStatistics {
    explicit CounterStatistics(std::size_t most) : percentiles(most) {}

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

} // namespace pdh_shim::tools::relog
