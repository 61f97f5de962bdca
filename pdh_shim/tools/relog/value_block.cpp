// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/value_block.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::size_t most_rows = 120; // not a power of two: columns would share lines of the cache
constexpr std::size_t most_values = std::size_t{1} << 18U;

} // namespace

ValueBlock::ValueBlock(std::size_t columns)
    : columns_(columns),
      rows_(std::clamp(most_values / std::max<std::size_t>(columns, 1), std::size_t{4}, most_rows)),
      values_(columns_ * rows_) {}

void ValueBlock::add(const command::Sample& sample) {
    double* place = values_.data() + times_.size();
    times_.push_back({sample.local_time, sample.bias_minutes});
    for (const auto& value : sample.values) {
        *place = value.value_or(std::numeric_limits<double>::quiet_NaN());
        place += rows_;
    }
}

ColumnValues ValueBlock::column(std::size_t column) {
    const std::span all(values_.data() + column * rows_, times_.size());
    if (std::all_of(all.begin(), all.end(), [](double value) { return std::isfinite(value); })) {
        return {all, times_};
    }
    present_.clear();
    present_times_.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::isfinite(all[i])) {
            present_.push_back(all[i]);
            present_times_.push_back(times_[i]);
        }
    }
    return {present_, present_times_};
}

} // namespace pdh_shim::tools::relog
