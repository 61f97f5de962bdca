// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/moments.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

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

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double mean_of(std::span<const double> values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const auto equals_first = [&](double value) { return value == values.front(); };
    return std::all_of(values.begin(), values.end(), equals_first) ? values.front()
                                                                   : sum / static_cast<double>(values.size());
}

// Of one block: the means, each in two doubles, and sums of the distances from them.
struct BlockSums {
    double x;
    double rest_x;
    double y;
    double rest_y;
    double squares_x;
    double squares_y;
    double products;
};

BlockSums sums_of(std::span<const double> x, std::span<const double> y) {
    const auto count = static_cast<double>(x.size());
    BlockSums sums = {mean_of(x), 0, mean_of(y), 0, 0, 0, 0};
    double sum_x = 0;
    double sum_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double distance_x = x[i] - sums.x;
        const double distance_y = y[i] - sums.y;
        sum_x += distance_x;
        sum_y += distance_y;
        sums.squares_x += distance_x * distance_x;
        sums.squares_y += distance_y * distance_y;
        sums.products += distance_x * distance_y;
    }
    sums.rest_x = sum_x / count;
    sums.rest_y = sum_y / count;
    sums.squares_x -= sum_x * sums.rest_x;
    sums.squares_y -= sum_y * sums.rest_y;
    sums.products -= sum_x * sums.rest_y;
    return sums;
}

} // namespace

void Regression::add(std::span<const double> x, std::span<const double> y) {
    if (x.empty()) {
        return;
    }
    const auto added = static_cast<double>(x.size());
    const auto before = static_cast<double>(count_);
    const auto block = sums_of(x, y);
    if (count_ == 0) {
        mean_x_ = ExactSum(block.x);
        mean_y_ = ExactSum(block.y);
    }
    const double step_x = mean_x_.distance_to(block.x, block.rest_x);
    const double step_y = mean_y_.distance_to(block.y, block.rest_y);
    const double share = added / (before + added);
    mean_x_.add(step_x * share);
    mean_y_.add(step_y * share);
    squares_x_.add(block.squares_x + step_x * step_x * before * share);
    squares_y_.add(block.squares_y + step_y * step_y * before * share);
    products_.add(block.products + step_x * step_y * before * share);
    count_ += x.size();
}

double Regression::slope() const noexcept {
    return squares_x_.value() > 0 ? products_.value() / squares_x_.value() : not_a_number;
}

double Regression::standard_error() const noexcept {
    if (count_ < 3 || !(squares_x_.value() > 0)) {
        return not_a_number;
    }
    const double left = squares_y_.value() - slope() * products_.value(); // of the squares, beside the line
    return std::sqrt(std::max(left, 0.0) / static_cast<double>(count_ - 2) / squares_x_.value());
}

double Regression::confidence() const {
    constexpr double upper = 0.975;
    const double error = standard_error();
    if (std::isnan(error)) {
        return error;
    }
    const boost::math::students_t distribution(static_cast<double>(count_ - 2));
    return error * boost::math::quantile(distribution, upper);
}

} // namespace pdh_shim::tools::statistics
