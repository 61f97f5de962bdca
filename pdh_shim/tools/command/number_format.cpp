// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/number_format.h"

#include "log/text/number.h"
#include "log/text/time_stamp.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::command {

std::string padded(std::uint64_t number, std::size_t digits) {
    const auto text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::string console_number(double value) {
    std::array<char, 320> buffer = {}; // the largest double has 309 digits, a point and six decimals
    const auto result =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 6);
    return {buffer.data(), result.ptr};
}

std::string log_number(double value) {
    std::string text;
    log::text::append_number(text, value);
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
    std::string text;
    log::text::append_time_stamp(text, file_time);
    return text;
}

} // namespace pdh_shim::tools::command
