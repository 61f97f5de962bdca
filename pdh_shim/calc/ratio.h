// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/wide.h"

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

namespace pdh_shim::calc {

/// A displayed value before it becomes a number of the machine: numerator / denominator, exactly. Natural is
/// std::uint64_t, which is fast and enough for nearly every sample, or Wide, which is enough for all: the
/// largest numerator is a product of two 64-bit fields, 100 and 10^10 (170 bits) or the sum of a mean (264
/// bits).
template <class Natural>
struct Ratio {
    Natural numerator{};
    Natural denominator{1};
    bool negative = false;
};

/// Multiplies in place; false when the product does not fit, and then the factors are lost.
[[nodiscard]] constexpr bool multiply(std::uint64_t& number, std::uint64_t factor) noexcept {
    return !__builtin_mul_overflow(number, factor, &number);
}

[[nodiscard]] constexpr bool multiply(Wide& number, std::uint64_t factor) noexcept {
    number *= factor;
    return true;
}

/// The magnitude without its fraction, or the largest 64-bit number when it is larger.
[[nodiscard]] constexpr std::uint64_t whole_part(const Ratio<std::uint64_t>& ratio) noexcept {
    return ratio.numerator / ratio.denominator;
}

[[nodiscard]] constexpr std::uint64_t whole_part(const Ratio<Wide>& ratio) noexcept {
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    const Wide whole = divide(ratio.numerator, ratio.denominator).quotient;
    return whole > Wide{largest} ? largest : whole.low_bits();
}

/// Truncated toward zero; saturates at the limits of Integer.
template <class Integer, class Natural>
[[nodiscard]] constexpr Integer to_integer(const Ratio<Natural>& ratio) noexcept {
    using Limits = std::numeric_limits<Integer>;
    const std::uint64_t whole = whole_part(ratio);
    if (whole > static_cast<std::uint64_t>(Limits::max())) {
        return ratio.negative ? Limits::min() : Limits::max();
    }
    return static_cast<Integer>(ratio.negative ? -static_cast<Integer>(whole) : static_cast<Integer>(whole));
}

/// 2^exponent for the exponents of normal numbers.
[[nodiscard]] constexpr double power_of_two(int exponent) noexcept {
    static_assert(std::numeric_limits<double>::is_iec559);
    constexpr int bias = 1023;
    constexpr int mantissa_bits = 52;
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + bias) << mantissa_bits);
}

/// The nearest double, ties to even: one rounding, of a quotient of 63 or more bits whose last bit represents
/// all that was cut off. Neither overflow nor a subnormal number is in reach of the fields.
[[nodiscard]] constexpr double to_double(const Ratio<Wide>& ratio) noexcept {
    constexpr int wanted_bits = 64;
    Wide numerator = ratio.numerator;
    Wide denominator = ratio.denominator;
    const int shift = wanted_bits - 1 - (numerator.bit_length() - denominator.bit_length());
    (shift > 0 ? numerator : denominator) <<= shift > 0 ? shift : -shift;
    const WideDivision division = divide(numerator, denominator);
    const std::uint64_t digits = division.quotient.low_bits() | (division.exact ? 0U : 1U);
    const double magnitude = static_cast<double>(digits) * power_of_two(-shift);
    return ratio.negative ? -magnitude : magnitude;
}

// An x87 divides in extended precision first: the result may be the neighbour of the nearest double.
static_assert(FLT_EVAL_METHOD == 0, "x86 is built with SSE2");

/// The same, by one division of doubles where both hold their number exactly.
[[nodiscard]] constexpr double to_double(const Ratio<std::uint64_t>& ratio) noexcept {
    constexpr std::uint64_t exact_in_double = std::uint64_t{1} << std::numeric_limits<double>::digits;
    if (ratio.numerator > exact_in_double || ratio.denominator > exact_in_double) {
        return to_double(Ratio<Wide>{Wide{ratio.numerator}, Wide{ratio.denominator}, ratio.negative});
    }
    const double magnitude = static_cast<double>(ratio.numerator) / static_cast<double>(ratio.denominator);
    return ratio.negative ? -magnitude : magnitude;
}

} // namespace pdh_shim::calc
