// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/quantile_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace pdh_shim::tools::statistics {

namespace {

constexpr unsigned bucket_bits = 6; // of the mantissa, at level 0
constexpr unsigned mantissa_bits = 52;
constexpr unsigned finest_shift = mantissa_bits - bucket_bits;
constexpr unsigned sign_bit = 63;
constexpr std::uint8_t coarsest_level = sign_bit - finest_shift; // all numbers of a sign in one bucket
constexpr std::uint64_t smallest_normal = std::uint64_t{1} << mantissa_bits;

std::uint64_t magnitude_of(double value) {
    return std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t{1} << sign_bit);
}

std::uint32_t bucket_of(double value, unsigned level) {
    return static_cast<std::uint32_t>(magnitude_of(value) >> (finest_shift + level));
}

// Of the lower bound of a bucket to the upper one.
double ratio_of(unsigned level, std::uint64_t bucket) {
    if (level > bucket_bits) { // some powers of two
        return std::ldexp(1, -(1 << (level - bucket_bits)));
    }
    constexpr std::uint64_t parts_of_octave = std::uint64_t{1} << bucket_bits;
    const auto parts = static_cast<double>(parts_of_octave + (bucket << level & (parts_of_octave - 1)));
    return parts / (parts + static_cast<double>(1U << level));
}

// The number between the bounds of a bucket whose relative distance from both is the same.
double middle_of(std::uint64_t bucket, unsigned level) {
    const auto low = std::bit_cast<double>(std::max(bucket << (finest_shift + level), smallest_normal));
    return low * (2 / (1 + ratio_of(level, bucket)));
}

std::size_t width_for(std::uint32_t highest) {
    return highest <= std::numeric_limits<std::uint8_t>::max()    ? sizeof(std::uint8_t)
           : highest <= std::numeric_limits<std::uint16_t>::max() ? sizeof(std::uint16_t)
                                                                  : sizeof(std::uint32_t);
}

template <class Count>
std::vector<Count> narrowed(const std::vector<std::uint32_t>& counts) {
    std::vector<Count> narrow(counts.size());
    std::transform(counts.begin(), counts.end(), narrow.begin(),
        [](std::uint32_t count) { return static_cast<Count>(count); });
    return narrow;
}

} // namespace

// Some more at each end, so that it seldom grows.
void QuantileSketch::Window::include(std::uint32_t bucket) noexcept {
    constexpr std::uint32_t step = 8;
    if (bucket - first < size) { // wraps below it
        return;
    }
    const std::uint32_t begin = bucket / step * step;
    const std::uint32_t end = begin + step;
    const std::uint32_t last = size == 0 ? end : std::max(first + size, end);
    first = size == 0 ? begin : std::min(first, begin);
    size = last - first;
}

void QuantileSketch::add(std::span<const double> values) {
    while (!values.empty()) {
        const auto added = std::visit([&](auto& counts) { return add_to(counts, values); }, counts_);
        values = values.subspan(added);
        if (!values.empty()) {
            make_room(values);
        }
    }
}

// Returns how many it has added: up to a value whose bucket is not there, or is full.
template <class Count>
std::size_t QuantileSketch::add_to(std::vector<Count>& counts, std::span<const double> values) {
    // The compiler reads members again after each write of a byte, which may be any memory.
    const Shape shape = shape_;
    const std::span all(counts);
    std::uint32_t zeros = zeros_;
    std::size_t i = 0;
    for (; i < values.size(); ++i) {
        if (magnitude_of(values[i]) < smallest_normal) {
            ++zeros;
            continue;
        }
        const bool is_negative = std::signbit(values[i]);
        const Window& window = is_negative ? shape.negative : shape.positive;
        const std::uint32_t place = bucket_of(values[i], shape.level) - window.first; // wraps below it
        if (place >= window.size) {
            break;
        }
        Count& count = all[place + (is_negative ? 0 : std::size_t{shape.negative.size})];
        if (count == std::numeric_limits<Count>::max()) {
            break;
        }
        ++count;
    }
    zeros_ = zeros;
    return i;
}

// Has buckets for all of the values, and for one more of the first of them.
void QuantileSketch::make_room(std::span<const double> values) {
    Shape shape = shape_;
    for (const double value : values) {
        if (magnitude_of(value) >= smallest_normal) {
            (std::signbit(value) ? shape.negative : shape.positive).include(bucket_of(value, shape.level));
        }
    }
    const auto coarser = [](const Window& window) {
        const std::uint32_t end = window.first + window.size;
        return Window{window.first / 2, (end + 1) / 2 - window.first / 2};
    };
    auto counts = counts_in(shape);
    auto width = width_for(std::ranges::max(counts) + 1);
    while (!may_have(counts.size() * width) && shape.level < coarsest_level) {
        shape = {
            coarser(shape.negative), coarser(shape.positive), static_cast<std::uint8_t>(shape.level + 1)};
        counts = counts_in(shape);
        width = width_for(std::ranges::max(counts) + 1);
    }
    if (width == sizeof(std::uint8_t)) {
        counts_ = narrowed<std::uint8_t>(counts);
    } else if (width == sizeof(std::uint16_t)) {
        counts_ = narrowed<std::uint16_t>(counts);
    } else {
        counts_ = std::move(counts);
    }
    shape_ = shape;
}

bool QuantileSketch::may_have(std::size_t bytes) noexcept {
    const auto bytes_of = [](const auto& counts) { return counts.size() * sizeof counts.front(); };
    return memory_ == nullptr || memory_->replace(std::visit(bytes_of, counts_), bytes);
}

// The counts so far in buckets that are not finer.
QuantileSketch::WideCounts QuantileSketch::counts_in(const Shape& shape) const {
    WideCounts counts(std::size_t{shape.negative.size} + shape.positive.size);
    const auto levels = static_cast<unsigned>(shape.level - shape_.level);
    const auto take = [&](const Window& from, std::size_t place, const Window& to, std::size_t begin) {
        for (std::uint32_t i = 0; i < from.size; ++i) {
            counts[begin + ((from.first + i) >> levels) - to.first] += count_of(place + i);
        }
    };
    take(shape_.negative, 0, shape.negative, 0);
    take(shape_.positive, shape_.negative.size, shape.positive, shape.negative.size);
    return counts;
}

std::uint32_t QuantileSketch::count_of(std::size_t place) const {
    return std::visit([&](const auto& counts) { return std::uint32_t{counts[place]}; }, counts_);
}

double QuantileSketch::at_rank(std::uint64_t rank) const {
    const auto [negative, positive, level] = shape_;
    double newest = 0;
    for (std::size_t i = negative.size; i-- > 0;) {
        const std::uint32_t count = count_of(i);
        newest = count > 0 ? -middle_of(negative.first + i, level) : newest;
        if (rank < count) {
            return newest;
        }
        rank -= count;
    }
    if (rank < zeros_) {
        return 0;
    }
    rank -= zeros_;
    for (std::size_t i = 0; i < positive.size; ++i) {
        const std::uint32_t count = count_of(negative.size + i);
        newest = count > 0 ? middle_of(positive.first + i, level) : newest;
        if (rank < count) {
            return newest;
        }
        rank -= count;
    }
    return newest;
}

double QuantileSketch::error() const noexcept {
    if (shape_.level > bucket_bits) {
        const double ratio = ratio_of(shape_.level, 0);
        return (1 - ratio) / (1 + ratio);
    }
    const auto parts = static_cast<double>(1U << shape_.level); // the first bucket of an octave is the widest
    return parts / (static_cast<double>(2U << bucket_bits) + parts);
}

void Percentiles::add(std::span<const double> values) {
    count_ += values.size();
    if (sketch_ == nullptr && count_ > most_) {
        sketch_ = std::make_unique<QuantileSketch>(memory_);
        sketch_->add(values_);
        std::vector<double>().swap(values_); // `= {}` would keep the memory
    }
    if (sketch_ != nullptr) {
        sketch_->add(values);
    } else {
        if (count_ > values_.capacity()) {
            values_.reserve(
                std::min(most_, std::max(static_cast<std::size_t>(count_), 2 * values_.capacity())));
        }
        values_.insert(values_.end(), values.begin(), values.end());
    }
}

double Percentiles::at(double fraction) {
    if (count_ == 0) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double place = fraction * static_cast<double>(count_ - 1);
    const auto rank = static_cast<std::uint64_t>(place);
    const double below = at_rank(rank);
    const double share = place - std::floor(place);
    return share == 0 ? below : below + (at_rank(rank + 1) - below) * share;
}

double Percentiles::at_rank(std::uint64_t rank) {
    if (sketch_ != nullptr) {
        return sketch_->at_rank(rank);
    }
    const auto place = values_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values_.begin(), place, values_.end());
    return *place;
}

} // namespace pdh_shim::tools::statistics
