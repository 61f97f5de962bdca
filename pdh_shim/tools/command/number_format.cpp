// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/number_format.h"

#include "tools/command/times.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::command {

namespace {

// The longest: the largest double with six decimals.
constexpr std::size_t longest_number = 320;

std::string number(double value, std::chars_format format, int precision) {
    std::array<char, longest_number> buffer = {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
    return {buffer.data(), result.ptr};
}

// A number with zeros in front, in `width` digits.
} // namespace

std::string padded(std::uint64_t number, std::size_t digits) {
    const auto text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

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

void append_shortest(std::string& text, double value) {
    std::array<char, 32> buffer = {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    text.append(buffer.data(), result.ptr);
}

std::string shortest_number(double value) {
    std::string text;
    append_shortest(text, value);
    return text;
}

void append_quoted(std::string& line, std::string_view text) {
    line += '"';
    for (auto quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
        line.append(text.substr(0, quote + 1)) += '"';
        text.remove_prefix(quote + 1);
    }
    line.append(text) += '"';
}

bool is_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string timestamp(std::int64_t file_time) {
    const ClockTime time = clock_time(file_time);
    return padded(time.month, 2) + '/' + padded(time.day, 2) + '/' +
           padded(static_cast<std::uint64_t>(time.year), 4) + ' ' + padded(time.hour, 2) + ':' +
           padded(time.minute, 2) + ':' + padded(time.second, 2) + '.' + padded(time.millisecond, 3);
}

} // namespace pdh_shim::tools::command
