// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/texts.h"

#include "base/bytes.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace pdh_shim::block {
namespace {

// Windows-1252 from 0x80 to 0x9F; 0 where it has no character, which stays what it is.
constexpr std::array<char16_t, 32> windows_1252{0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, //
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,                                                  //
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,                                             //
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

char16_t from_windows_1252(char byte) noexcept {
    const auto unit = static_cast<char16_t>(static_cast<unsigned char>(byte));
    if (unit < 0x80 || unit >= 0x80 + windows_1252.size()) {
        return unit;
    }
    const char16_t mapped = windows_1252[unit - 0x80U];
    return mapped == 0 ? unit : mapped;
}

} // namespace

std::u16string utf16_text(std::span<const std::byte> bytes, std::endian order) {
    ByteReader reader(bytes, order);
    std::size_t end = 0;
    while (end + 2 <= bytes.size() && reader.u16(end) != 0) {
        end += 2;
    }
    std::u16string text(end / 2, u'\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = reader.u16(2 * i);
    }
    return text;
}

std::u16string ansi_text(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (const std::byte byte : bytes) {
        if (byte == std::byte{0}) {
            break;
        }
        text += static_cast<char>(byte);
    }
    if (auto converted = from_utf8(text)) {
        return std::move(converted).value();
    }
    std::u16string wide(text.size(), u'\0');
    std::ranges::transform(text, wide.begin(), from_windows_1252);
    return wide;
}

} // namespace pdh_shim::block
