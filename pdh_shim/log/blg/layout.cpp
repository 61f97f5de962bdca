// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/layout.h"

#include <algorithm>

namespace pdh_shim::log::blg {

void read_utf16(ByteReader& bytes, std::size_t offset, std::u16string& text) {
    const std::span<const std::byte> rest = bytes.part(offset, bytes.size() - std::min(offset, bytes.size()));
    std::size_t length = 0;
    while (2 * length + 1 < rest.size() && (rest[2 * length] | rest[2 * length + 1]) != std::byte{}) {
        ++length;
    }
    static_cast<void>(bytes.u16(offset + 2 * length)); // the NUL must be there
    text.resize(length);
    for (std::size_t i = 0; i < length; ++i) {
        text[i] = static_cast<char16_t>(
            std::to_integer<unsigned>(rest[2 * i]) | std::to_integer<unsigned>(rest[2 * i + 1]) << 8U);
    }
}

std::u16string utf16_at(ByteReader& bytes, std::size_t offset) {
    std::u16string text;
    read_utf16(bytes, offset, text);
    return text;
}

void append_utf16(ByteWriter& out, std::u16string_view text) {
    const std::size_t start = out.size();
    out.zeros(2 * (text.size() + 1)); // the NUL, too
    for (std::size_t i = 0; i < text.size(); ++i) {
        out.set_u16(start + 2 * i, text[i]);
    }
}

} // namespace pdh_shim::log::blg
