// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

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

} // namespace pdh_shim::tools::statistics
