// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace pdh_shim::tools::statistics {

namespace {

// Independent sums, which a processor adds side by side.
constexpr std::size_t lanes = 4;
using Lanes = std::array<double, lanes>;

double total(const Lanes& sums) {
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

struct Extremes {
    double lowest;
    double highest;
    double sum;
};

Extremes extremes_of(std::span<const double> values) {
    Lanes lowest;
    lowest.fill(values.front());
    Lanes highest = lowest;
    Lanes sums = {};
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double value = values[i + lane];
            lowest[lane] = value < lowest[lane] ? value : lowest[lane];
            highest[lane] = value > highest[lane] ? value : highest[lane];
            sums[lane] += value;
        }
    }
    for (; i < values.size(); ++i) {
        lowest[0] = std::min(lowest[0], values[i]);
        highest[0] = std::max(highest[0], values[i]);
        sums[0] += values[i];
    }
    return {*std::min_element(lowest.begin(), lowest.end()),
        *std::max_element(highest.begin(), highest.end()), total(sums)};
}

struct Distances {
    double sum;
    double squares;
};

// From a number near the mean.
Distances distances_of(std::span<const double> values, double pivot) {
    Lanes sums = {};
    Lanes squares = {};
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double distance = values[i + lane] - pivot;
            sums[lane] += distance;
            squares[lane] += distance * distance;
        }
    }
    for (; i < values.size(); ++i) {
        const double distance = values[i] - pivot;
        sums[0] += distance;
        squares[0] += distance * distance;
    }
    return {total(sums), total(squares)};
}

} // namespace

void Moments::add(std::span<const double> values) {
    if (values.empty()) {
        return;
    }
    const auto added = static_cast<double>(values.size());
    const auto extremes = extremes_of(values);
    // The mean of equal values is one of them, whatever their sum was rounded to.
    const bool are_equal = extremes.lowest == extremes.highest;
    const double pivot = are_equal ? extremes.lowest : extremes.sum / added;
    const auto distances = are_equal ? Distances{0, 0} : distances_of(values, pivot);
    const double correction = distances.sum / added;
    const double squares = std::max(distances.squares - distances.sum * correction, 0.0);
    if (count_ == 0) {
        lowest_ = extremes.lowest;
        highest_ = extremes.highest;
        mean_ = ExactSum(pivot);
        mean_.add(correction);
    } else {
        lowest_ = std::min(lowest_, extremes.lowest);
        highest_ = std::max(highest_, extremes.highest);
        const auto before = static_cast<double>(count_);
        const double distance = mean_.distance_to(pivot, correction);
        const double share = added / (before + added);
        mean_.add(distance * share);
        squares_.add(distance * distance * before * share);
    }
    squares_.add(squares);
    count_ += values.size();
}

double Moments::deviation() const noexcept {
    return count_ < 2 ? none : std::sqrt(squares_.value() / static_cast<double>(count_ - 1));
}

} // namespace pdh_shim::tools::statistics
