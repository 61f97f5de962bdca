// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>

// Arithmetic with arbitrary numbers from outside: from the kernel's files, from a script, from a clock
// that the program sets. A result that is out of range becomes the nearest number in range.

namespace pdh_shim {

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_add(Number left, Number right) noexcept {
    using Limits = std::numeric_limits<Number>;
    Number sum = 0;
    if (!__builtin_add_overflow(left, right, &sum)) {
        return sum;
    }
    return right > 0 ? Limits::max() : Limits::min();
}

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_subtract(Number left, Number right) noexcept {
    using Limits = std::numeric_limits<Number>;
    Number difference = 0;
    if (!__builtin_sub_overflow(left, right, &difference)) {
        return difference;
    }
    return right > 0 ? Limits::min() : Limits::max();
}

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_multiply(Number left, Number right) noexcept {
    using Limits = std::numeric_limits<Number>;
    Number product = 0;
    if (!__builtin_mul_overflow(left, right, &product)) {
        return product;
    }
    return (left < 0) == (right < 0) ? Limits::max() : Limits::min();
}

/// The distance of two numbers.
template <std::integral Number>
[[nodiscard]] constexpr Number saturated_distance(Number left, Number right) noexcept {
    return saturated_subtract(std::max(left, right), std::min(left, right));
}

/// The whole part of a number; 0 for NaN.
[[nodiscard]] constexpr std::int64_t saturated_whole(double number) noexcept {
    constexpr double beyond = 9223372036854775808.0; // 2^63
    if (number >= beyond) {
        return INT64_MAX;
    }
    if (number <= -beyond) {
        return INT64_MIN;
    }
    return number == number ? static_cast<std::int64_t>(number) : 0;
}

} // namespace pdh_shim
