// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/report/base64.h"

#include <array>
#include <cstdint>

namespace pdh_shim::tools::report {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Four digits of up to three bytes.
std::array<char, 4> group_of(std::string_view bytes) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        bits = bits << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    }
    std::array<char, 4> group = {};
    for (std::size_t i = 0; i < group.size(); ++i) {
        group[i] = i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 0x3FU] : '=';
    }
    return group;
}

} // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const auto group = group_of(bytes.substr(at, 3));
        text.append(group.begin(), group.end());
    }
    return text;
}

} // namespace pdh_shim::tools::report
