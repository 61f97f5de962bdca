// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>

namespace pdh_shim::tools::typeperf {

namespace {

// The longest: the largest double with six decimals.
constexpr std::size_t longest_number = 320;

std::string number(double value, std::chars_format format, int precision) {
    std::array<char, longest_number> buffer = {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
    return {buffer.data(), result.ptr};
}

// A number with zeros in front, in `width` digits.
std::string padded(std::int64_t value, std::size_t width) {
    auto digits = std::to_string(value);
    digits.insert(0, width - std::min(width, digits.size()), '0');
    return digits;
}

} // namespace

std::string console_number(double value) {
    return number(value, std::chars_format::fixed, 6);
}

std::string log_number(double value) {
    auto text = number(value, std::chars_format::general, 20);
    const auto exponent = text.find('e');
    if (exponent != std::string::npos) {
        const auto digits = exponent + 2; // after the sign
        text.insert(digits, 3 - std::min<std::size_t>(3, text.size() - digits), '0');
    }
    return text;
}

std::string timestamp(std::int64_t file_time) {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    constexpr std::chrono::sys_days epoch = std::chrono::year(1601) / 1 / 1;
    const Ticks ticks(file_time);
    const auto days = std::chrono::floor<std::chrono::days>(ticks);
    const std::chrono::year_month_day date(epoch + days);
    const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::milliseconds>(ticks - days));
    return padded(unsigned{date.month()}, 2) + '/' + padded(unsigned{date.day()}, 2) + '/' +
           padded(int{date.year()}, 4) + ' ' + padded(time.hours().count(), 2) + ':' +
           padded(time.minutes().count(), 2) + ':' + padded(time.seconds().count(), 2) + '.' +
           padded(time.subseconds().count(), 3);
}

} // namespace pdh_shim::tools::typeperf
