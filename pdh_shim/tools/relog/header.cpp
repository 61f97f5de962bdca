// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "header.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace relog {

// `"(PDH-CSV 4.0) (Eastern Daylight Time)(240)","...`
std::optional<int> bias_of_header(std::string_view start) {
    std::string text(start);
    text.erase(std::remove(text.begin(), text.end(), '\0'), text.end()); // of UTF-16
    const auto mark = text.find("(PDH-");
    if (mark == std::string::npos) {
        return std::nullopt;
    }
    const auto cell = text.substr(mark, text.find_first_of("\",;\t\r\n", mark) - mark);
    const auto open = cell.rfind('(') + 1;
    const char* const end = cell.data() + cell.size() - 1;
    int bias = 0;
    const auto parsed = std::from_chars(cell.data() + open, end, bias);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == end && *end == ')';
    return is_number ? std::optional(bias) : std::nullopt;
}

} // namespace relog
