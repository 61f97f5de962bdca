// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace pdh_shim::tools::statistics {

/// The memory that the counts of many sketches may take together. Two thirds are divided among them; whoever
/// needs more takes it of the last third, while it lasts, up to a limit: most counters of a large log hardly
/// change, and leave more to the others.
class SketchMemory {
  public:
    /// What a sketch may always have: enough for the coarsest buckets.
    static constexpr std::size_t least = 64;

    SketchMemory(std::size_t bytes, std::size_t sketches) noexcept
        : share_(std::max(bytes / 3 * 2 / std::max<std::size_t>(sketches, 1), least)), rest_(bytes / 3) {}

    /// Whether a sketch may have `after` bytes in place of those that it has; it then has them.
    [[nodiscard]] bool replace(std::size_t before, std::size_t after) noexcept {
        const std::size_t rest = rest_ + beyond_share(before);
        if (after > most_shares * share_ || beyond_share(after) > rest) {
            return false;
        }
        rest_ = rest - beyond_share(after);
        return true;
    }

  private:
    static constexpr std::size_t most_shares = 6;

    [[nodiscard]] std::size_t beyond_share(std::size_t bytes) const noexcept {
        return bytes > share_ ? bytes - share_ : 0;
    }

    std::size_t share_;
    std::size_t rest_;
};

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
