// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/quantile_sketch.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

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

// From the negative numbers with the largest exponent to the positive ones with the largest.
unsigned order_of(unsigned octave) {
    return (octave & negative) != 0 ? 2 * negative - 1 - octave : octave + negative;
}

} // namespace

void QuantileSketch::add(std::span<const double> values) {
    // The compiler reads members again after each write of a byte, which may be any memory.
    std::span places(places_);
    std::span counts(counts_);
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto octave = static_cast<unsigned>(bits >> octave_shift);
        auto number = place_of(places, octave).number;
        if (number == 0) {
            number = make_room(octave);
            places = places_;
            counts = counts_;
        }
        const std::size_t bucket = bits >> bucket_shift & (buckets - 1);
        if (++counts[number - std::size_t{1}][bucket] == 0) {
            carry(number - std::size_t{1}, bucket);
        }
    }
}

// Octaves that follow each other are in places that do.
QuantileSketch::Place& QuantileSketch::place_of(std::span<Place> places, unsigned octave) noexcept {
    const auto last = places.size() - 1;
    auto i = octave & last;
    while (places[i].octave != octave && places[i].octave != no_octave) {
        i = (i + 1) & last;
    }
    return places[i];
}

std::uint16_t QuantileSketch::make_room(unsigned octave) {
    counts_.reserve(counts_.size() + 1); // and not twice as many: there may be 30,000 sketches
    counts_.emplace_back();
    if (2 * counts_.size() > places_.size()) {
        const auto before = std::exchange(places_, std::vector<Place>(2 * places_.size()));
        for (const auto& place : before) {
            if (place.number != 0) {
                place_of(places_, place.octave) = place;
            }
        }
    }
    const auto number = static_cast<std::uint16_t>(counts_.size());
    place_of(places_, octave) = {static_cast<std::uint16_t>(octave), number};
    return number;
}

void QuantileSketch::carry(std::size_t counts, std::size_t bucket) {
    if (counts >= carries_.size()) {
        carries_.resize(counts_.size());
    }
    if (carries_[counts] == nullptr) {
        carries_[counts] = std::make_unique<Carries>();
    }
    ++(*carries_[counts])[bucket];
}

std::uint64_t QuantileSketch::count_of(const Place& place, std::size_t bucket) const noexcept {
    constexpr std::uint64_t carried = 256;
    const std::size_t counts = place.number - std::size_t{1};
    const bool has_carries = counts < carries_.size() && carries_[counts] != nullptr;
    return counts_[counts][bucket] + (has_carries ? carried * (*carries_[counts])[bucket] : 0);
}

double QuantileSketch::at_rank(std::uint64_t rank) const {
    std::vector<Place> places;
    std::copy_if(places_.begin(), places_.end(), std::back_inserter(places),
        [](const Place& place) { return place.number != 0; });
    std::sort(places.begin(), places.end(),
        [](const Place& a, const Place& b) { return order_of(a.octave) < order_of(b.octave); });
    double newest = 0;
    for (const auto& place : places) {
        for (std::size_t j = 0; j < buckets; ++j) {
            const std::size_t bucket = (place.octave & negative) != 0 ? buckets - 1 - j : j;
            const auto count = count_of(place, bucket);
            newest = count > 0 ? middle_of(place.octave, bucket) : newest;
            if (rank < count) {
                return newest;
            }
            rank -= count;
        }
    }
    return newest;
}

} // namespace pdh_shim::tools::statistics
