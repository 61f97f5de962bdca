// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace pdh_shim::source::linux {

/// Appends a number in decimal digits to a text of any character type.
template <class String>
void append_number(String& out, std::int64_t value) {
    std::array<char, 24> digits;
    const char* const begin = digits.data();
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(begin, end);
}

} // namespace pdh_shim::source::linux
