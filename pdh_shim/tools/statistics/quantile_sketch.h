// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pdh_shim::tools::statistics {

/// Counts numbers in buckets whose bounds are never more than a factor of 65/64 apart, so that the number of
/// any rank is known with a small relative error, whatever the numbers are and however many. This is DDSketch
/// (Masson, Rim and Lee, "DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error
/// Guarantees", 2019), with buckets that divide each power of two in 64 equal parts: the upper 18 bits of a
/// double are the number of its bucket. Buckets are never merged: memory grows with the powers of two that
/// the numbers lie between, not with their count: about 90 bytes for each, and 256 more where a bucket has
/// 256 numbers.
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
    static constexpr std::size_t first_places = 8;
    static constexpr std::uint16_t no_octave = 0xFFFF;

    // Where the counts of an octave are: of the numbers of one exponent and one sign, the upper 12 bits.
    struct Place {
        std::uint16_t octave = no_octave;
        std::uint16_t number = 0; // in counts_, from 1; 0 = the place is free
    };
    using Counts = std::array<std::uint8_t, buckets>; // the low bits
    using Carries = std::array<std::uint32_t, buckets>;

    [[nodiscard]] static Place& place_of(std::span<Place> places, unsigned octave) noexcept;
    std::uint16_t make_room(unsigned octave);
    void carry(std::size_t counts, std::size_t bucket);
    [[nodiscard]] std::uint64_t count_of(const Place& place, std::size_t bucket) const noexcept;

    std::vector<Place> places_ = std::vector<Place>(first_places); // a hash table, never more than half full
    std::vector<Counts> counts_;
    std::vector<std::unique_ptr<Carries>> carries_; // how often each count has begun at 0 again
};

} // namespace pdh_shim::tools::statistics
