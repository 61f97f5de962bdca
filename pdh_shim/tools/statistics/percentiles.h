// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/statistics/quantile_sketch.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pdh_shim::tools::statistics {

/// Percentiles of numbers: exact while there are few, from then on by a QuantileSketch. Between two numbers
/// they are interpolated in proportion, as pandas and Excel do it.
class Percentiles {
  public:
    /// @param most   numbers that are kept as they are
    /// @param memory see QuantileSketch
    explicit Percentiles(std::size_t most, SketchMemory* memory = nullptr) noexcept
        : most_(most), memory_(memory) {}

    /// @param values finite ones
    void add(std::span<const double> values);

    /// QuantileSketch::error(), or 0 where at() is exact.
    [[nodiscard]] double error() const noexcept { return sketch_ == nullptr ? 0 : sketch_->error(); }

    /// Not a number without values.
    /// @param fraction from 0 to 1
    [[nodiscard]] double at(double fraction);

  private:
    [[nodiscard]] double at_rank(std::uint64_t rank);

    std::size_t most_;
    SketchMemory* memory_;
    std::uint64_t count_ = 0;
    std::vector<double> values_; // while there are few
    std::unique_ptr<QuantileSketch> sketch_;
};

} // namespace pdh_shim::tools::statistics
