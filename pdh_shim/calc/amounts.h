// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/saturating.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace pdh_shim::calc {

/// The largest number that is taken from the system; a few of them can be added without overflow.
inline constexpr std::int64_t number_max = std::int64_t{1} << 60U;

/// "This was not read": what shows it is missing or cannot be read.
inline constexpr std::int64_t unread = INT64_MIN;

/// The nearest number from -`number_max` to `number_max`.
[[nodiscard]] constexpr std::int64_t bounded(std::int64_t value) noexcept {
    return std::clamp(value, -number_max, number_max);
}

/// A number in other units, bounded; `unread` stays `unread`.
[[nodiscard]] constexpr std::int64_t scaled(std::int64_t value, std::int64_t factor) noexcept {
    return value == unread ? unread : bounded(saturated_multiply(value, factor));
}

/// The sum, bounded, or `unread` if one of the terms is.
[[nodiscard]] constexpr std::int64_t sum_of(std::initializer_list<std::int64_t> terms) noexcept {
    std::int64_t sum = 0;
    for (const std::int64_t term : terms) {
        if (term == unread) {
            return unread;
        }
        sum = bounded(saturated_add(sum, term));
    }
    return sum;
}

/// `whole - part`, not below 0, or `unread` if one of them is.
[[nodiscard]] constexpr std::int64_t difference(std::int64_t whole, std::int64_t part) noexcept {
    if (whole == unread || part == unread) {
        return unread;
    }
    return std::max<std::int64_t>(0, saturated_subtract(whole, part));
}

} // namespace pdh_shim::calc
