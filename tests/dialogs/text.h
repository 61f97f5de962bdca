// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The text of the program dialog_client, which is built for each of the library's texts.

#include <windows.h>

#include <string>
#include <string_view>
#include <tchar.h>

namespace dialog_client {

using Text = std::basic_string<TCHAR>;

/// UTF-8 as text for the library. Only the basic multilingual plane.
[[nodiscard]] inline Text from_utf8(std::string_view bytes) {
    if constexpr (sizeof(TCHAR) == 1) {
        return Text(bytes.begin(), bytes.end());
    }
    const auto bits = [bytes](std::size_t i, unsigned mask) {
        return static_cast<unsigned char>(bytes.at(i)) & mask;
    };
    Text text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned first = bits(i, 0xFFU);
        if (first < 0x80) {
            text += static_cast<TCHAR>(first);
        } else if (first >= 0xE0) {
            text +=
                static_cast<TCHAR>((bits(i, 0x0FU) << 12U) | (bits(i + 1, 0x3FU) << 6U) | bits(i + 2, 0x3FU));
            i += 2;
        } else {
            text += static_cast<TCHAR>((bits(i, 0x1FU) << 6U) | bits(i + 1, 0x3FU));
            ++i;
        }
    }
    return text;
}

/// Text of the library as UTF-8. Only the basic multilingual plane.
[[nodiscard]] inline std::string utf8(const Text& text) {
    std::string bytes;
    for (const TCHAR unit : text) {
        const auto code = static_cast<unsigned>(unit);
        if (sizeof(TCHAR) == 1 || code < 0x80) {
            bytes += static_cast<char>(unit);
        } else if (code < 0x800) {
            bytes += static_cast<char>(0xC0U | (code >> 6U));
            bytes += static_cast<char>(0x80U | (code & 0x3FU));
        } else {
            bytes += static_cast<char>(0xE0U | (code >> 12U));
            bytes += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
            bytes += static_cast<char>(0x80U | (code & 0x3FU));
        }
    }
    return bytes;
}

} // namespace dialog_client
