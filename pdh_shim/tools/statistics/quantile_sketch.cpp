// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/quantile_sketch.h"

#include <bit>

namespace pdh_shim::tools::statistics {

namespace {

constexpr unsigned bucket_bits = 6;
constexpr unsigned octave_shift = 52; // behind it the mantissa of a double
constexpr unsigned bucket_shift = octave_shift - bucket_bits;
constexpr unsigned negative = 1U << 11U; // the bit of the sign in the number of an octave

// The number between the bounds of a bucket whose relative distance from both is the same.
double middle_of(unsigned octave, std::size_t bucket) {
    const std::uint64_t key = std::uint64_t{octave & (negative - 1)} << bucket_bits | bucket;
    if (key >> bucket_bits == 0) {
        return 0;
    }
    const auto low = std::bit_cast<double>(key << bucket_shift);
    const auto parts = static_cast<double>((std::size_t{1} << bucket_bits) + bucket);
    const double ratio = parts / (parts + 1); // of the lower bound to the upper one
    const double middle = low * (2 / (1 + ratio));
    return (octave & negative) != 0 ? -middle : middle;
}

} // namespace

void QuantileSketch::add(std::span<const double> values) {
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto octave = static_cast<unsigned>(bits >> octave_shift);
        if (octave - first_ >= places_.size() || places_[octave - first_] == 0) {
            make_room(octave);
        }
        const std::size_t place = places_[octave - first_];
        ++octaves_[place - 1][bits >> bucket_shift & (buckets - 1)];
    }
}

void QuantileSketch::make_room(unsigned octave) {
    if (places_.empty()) {
        first_ = octave;
    }
    if (octave < first_) {
        places_.insert(places_.begin(), first_ - octave, 0);
        first_ = octave;
    }
    if (octave - first_ >= places_.size()) {
        places_.resize(octave - first_ + std::size_t{1});
    }
    octaves_.emplace_back();
    places_[octave - first_] = static_cast<std::uint16_t>(octaves_.size());
}

const QuantileSketch::Octave* QuantileSketch::octave_at(unsigned octave) const {
    const bool is_there = octave - first_ < places_.size() && places_[octave - first_] != 0;
    return is_there ? &octaves_[places_[octave - first_] - std::size_t{1}] : nullptr;
}

double QuantileSketch::at_rank(std::uint64_t rank) const {
    constexpr unsigned all = 2 * negative;
    double newest = 0;
    // From the negative number with the largest exponent to the positive one with the largest.
    for (unsigned i = 0; i < all; ++i) {
        const unsigned octave = i < negative ? all - 1 - i : i - negative;
        const auto* const counts = octave_at(octave);
        for (std::size_t j = 0; counts != nullptr && j < buckets; ++j) {
            const std::size_t bucket = i < negative ? buckets - 1 - j : j;
            if ((*counts)[bucket] == 0) {
                continue;
            }
            newest = middle_of(octave, bucket);
            if (rank < (*counts)[bucket]) {
                return newest;
            }
            rank -= (*counts)[bucket];
        }
    }
    return newest;
}

} // namespace pdh_shim::tools::statistics
