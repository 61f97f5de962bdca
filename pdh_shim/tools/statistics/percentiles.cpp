// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/percentiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pdh_shim::tools::statistics {

void Percentiles::add(std::span<const double> values) {
    count_ += values.size();
    if (sketch_ == nullptr && count_ > most_) {
        sketch_ = std::make_unique<QuantileSketch>(memory_);
        sketch_->add(values_);
        std::vector<double>().swap(values_); // `= {}` would keep the memory
    }
    if (sketch_ != nullptr) {
        sketch_->add(values);
    } else {
        if (count_ > values_.capacity()) {
            values_.reserve(
                std::min(most_, std::max(static_cast<std::size_t>(count_), 2 * values_.capacity())));
        }
        values_.insert(values_.end(), values.begin(), values.end());
    }
}

double Percentiles::at(double fraction) {
    if (count_ == 0) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double place = fraction * static_cast<double>(count_ - 1);
    const auto rank = static_cast<std::uint64_t>(place);
    const double below = at_rank(rank);
    const double share = place - std::floor(place);
    return share == 0 ? below : below + (at_rank(rank + 1) - below) * share;
}

double Percentiles::at_rank(std::uint64_t rank) {
    if (sketch_ != nullptr) {
        return sketch_->at_rank(rank);
    }
    const auto place = values_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values_.begin(), place, values_.end());
    return *place;
}

} // namespace pdh_shim::tools::statistics
