// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/statistics/exact_sum.h"

#include <cstdint>
#include <span>

namespace pdh_shim::tools::statistics {

/// The straight line through points that lies nearest to them (least squares), of points that are not kept.
/// As with Moments, rounding errors do not grow with their number.
class Regression {
  public:
    /// @param x, y as many of each; finite
    void add(std::span<const double> x, std::span<const double> y);

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

    /// How much y grows with 1 of x; not a number if all x are equal, or there is no point.
    [[nodiscard]] double slope() const noexcept;

    /// Not a number for less than three points.
    [[nodiscard]] double standard_error() const noexcept;

    /// Half of the width of the interval around slope() that contains the slope of the points' origin with a
    /// probability of 95 %, if the distances from the line are independent and normally distributed.
    [[nodiscard]] double confidence() const;

  private:
    std::uint64_t count_ = 0;
    ExactSum mean_x_;
    ExactSum mean_y_;
    ExactSum squares_x_; // of the distances from the means
    ExactSum squares_y_;
    ExactSum products_;
};

} // namespace pdh_shim::tools::statistics
