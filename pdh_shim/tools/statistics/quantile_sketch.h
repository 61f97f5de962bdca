// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pdh_shim::tools::statistics {

/// Counts numbers in buckets whose bounds are never more than a factor of 65/64 apart, so that the number of
/// any rank is known with a small relative error, whatever the numbers are and however many. This is DDSketch
/// (Masson, Rim and Lee, "DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error
/// Guarantees", 2019), with buckets that divide each power of two in 64 equal parts: the upper 18 bits of a
/// double are the number of its bucket. Buckets are never merged: memory grows with the powers of two between
/// the numbers, 256 bytes for each, not with their count.
class QuantileSketch {
  public:
    /// |answer - number| <= largest_error * |number|, for every number that is not denormal; those are taken
    /// for 0.
    static constexpr double largest_error = 1.0 / 129;

    /// Less than 2^32 in all, which is more than a log of PDH can have records.
    /// @param values finite ones
    void add(std::span<const double> values);

    /// The number that has so many before it in their order.
    /// @param rank less than the count of numbers
    [[nodiscard]] double at_rank(std::uint64_t rank) const;

  private:
    static constexpr std::size_t buckets = 64;
    using Octave = std::array<std::uint32_t, buckets>; // the numbers of one exponent and one sign

    void make_room(unsigned octave);
    [[nodiscard]] const Octave* octave_at(unsigned octave) const;

    unsigned first_ = 0;                // the sign and exponent that the first place stands for
    std::vector<std::uint16_t> places_; // in octaves_, from 1; 0 = there is no number of this exponent
    std::vector<Octave> octaves_;
};

} // namespace pdh_shim::tools::statistics
