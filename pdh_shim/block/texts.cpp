// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/texts.h"

#include "base/bytes.h"
#include "base/text.h"

#include <string>

namespace pdh_shim::block {
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
    return from_utf8_or_windows_1252(text);
}

} // namespace pdh_shim::block
