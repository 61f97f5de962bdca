// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What the programs of the kit share: texts in JSON, and names of statuses.

#include <pdhmsg.h>
#include <windows.h>

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace oracle {

/// A text for JSON. If it is not known to be UTF-8, each byte beyond ASCII is the character of its number.
inline std::string json_text(std::string_view text, bool is_utf8) {
    std::string json = "\"";
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < ' ' || (byte > '~' && !is_utf8)) {
            std::array<char, 8> escape{};
            static_cast<void>(std::snprintf(escape.data(), escape.size(), "\\u%04x", byte));
            json += escape.data();
        } else {
            json += letter == '"' || letter == '\\' ? std::string{'\\', letter} : std::string{letter};
        }
    }
    return json + '"';
}

/// "PDH_INVALID_HANDLE", or the number.
inline std::string name_of_status(DWORD status) {
    struct Known {
        DWORD status;
        const char* name;
    };
    static const std::array known_statuses{
#define STATUS(constant, words, rest) Known{static_cast<DWORD>(constant), #constant},
#include "conformance/status_texts.inc"
#undef STATUS
    };
    for (const Known& known : known_statuses) {
        if (known.status == status) {
            return known.name;
        }
    }
    std::array<char, 16> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "0x%08lX", static_cast<unsigned long>(status)));
    return text.data();
}

} // namespace oracle
