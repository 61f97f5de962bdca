// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/statistics/exact_sum.h"

#include <cstdint>
#include <limits>
#include <span>

namespace pdh_shim::tools::statistics {

/// Count, extremes, mean and variance of numbers that are not kept. The rounding errors do not grow with the
/// count: each block has its own mean, and blocks are joined by the formula of Chan, Golub and LeVeque
/// ("Updating formulae and a pairwise algorithm for computing sample variances", 1979), with the mean in two
/// doubles.
class Moments {
  public:
    /// @param values finite ones; the more at once, the faster
    void add(std::span<const double> values);

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

    // Not a number without values.
    [[nodiscard]] double lowest() const noexcept { return lowest_; }
    [[nodiscard]] double highest() const noexcept { return highest_; }
    [[nodiscard]] double mean() const noexcept { return count_ == 0 ? none : mean_.value(); }

    /// The standard deviation of a sample, with n-1; not a number for less than two values.
    [[nodiscard]] double deviation() const noexcept;

  private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    std::uint64_t count_ = 0;
    double lowest_ = none;
    double highest_ = none;
    ExactSum mean_;
    ExactSum squares_; // of the distances from the mean
};

} // namespace pdh_shim::tools::statistics
