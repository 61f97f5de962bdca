// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/statistics/sketch_memory.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace pdh_shim::tools::statistics {

/// Counts numbers in buckets, so that the number of any rank is known with a small relative error, whatever
/// the numbers are and however many. This is DDSketch (Masson, Rim and Lee, "DDSketch: A Fast and
/// Fully-Mergeable Quantile Sketch with Relative-Error Guarantees", 2019): the upper bits of a double are the
/// number of its bucket, at first 18 of them, which divide each power of two in 64 equal parts. Memory grows
/// with the distance between the numbers, not with their count. Where it would be more than it may be, two
/// neighbours become one bucket each, as in UDDSketch (Epicoco, Melle, Cafaro, Pulimeno and Morleo, 2020),
/// and the error becomes about twice as large.
class QuantileSketch {
  public:
    /// Of a sketch that had memory enough.
    static constexpr double least_error = 1.0 / 129;

    /// @param memory for the counts, which lives longer; null = there is no limit
    explicit QuantileSketch(SketchMemory* memory = nullptr) noexcept : memory_(memory) {}

    /// Less than 2^32 in all, which is more than a log of PDH can have records.
    /// @param values finite ones
    void add(std::span<const double> values);

    /// The number that has so many before it in their order.
    /// @param rank less than the count of numbers
    [[nodiscard]] double at_rank(std::uint64_t rank) const;

    /// |answer - number| <= error() * |number|, for every number that is not denormal; those are taken for 0.
    [[nodiscard]] double error() const noexcept;

  private:
    // The counted buckets of one sign: so many, from `first` on.
    struct Window {
        std::uint32_t first = 0;
        std::uint32_t size = 0;

        void include(std::uint32_t bucket) noexcept;
    };
    struct Shape {
        Window negative;
        Window positive;
        std::uint8_t level = 0; // a bucket is 2^level of the finest ones
    };
    using WideCounts = std::vector<std::uint32_t>; // the negative buckets, then the positive ones
    // As narrow as the highest count allows.
    using Counts = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, WideCounts>;

    template <class Count>
    [[nodiscard]] std::size_t add_to(std::vector<Count>& counts, std::span<const double> values);
    void make_room(std::span<const double> values);
    [[nodiscard]] bool may_have(std::size_t bytes) noexcept;
    [[nodiscard]] WideCounts counts_in(const Shape& shape) const;
    [[nodiscard]] std::uint32_t count_of(std::size_t place) const;

    SketchMemory* memory_;
    Counts counts_;
    Shape shape_;
    std::uint32_t zeros_ = 0;
};

} // namespace pdh_shim::tools::statistics
