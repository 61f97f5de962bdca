// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/regression.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace pdh_shim::tools::statistics {

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
