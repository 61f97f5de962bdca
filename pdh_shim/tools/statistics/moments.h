// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace pdh_shim::tools::statistics {

/// A sum in two doubles: what the first one cannot hold goes into the second (Neumaier, 1974).
class ExactSum {
  public:
    ExactSum() = default;
    explicit ExactSum(double value) noexcept : sum_(value) {}

    void add(double more) noexcept {
        const double sum = sum_ + more;
        const double used = sum - sum_;
        rest_ += (sum_ - (sum - used)) + (more - used);
        sum_ = sum;
    }

    [[nodiscard]] double value() const noexcept { return sum_ + rest_; }

    /// How far a number in two doubles is above the sum.
    [[nodiscard]] double distance_to(double number, double rest) const noexcept {
        return (number - sum_) + (rest - rest_);
    }

  private:
    double sum_ = 0;
    double rest_ = 0;
};

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
