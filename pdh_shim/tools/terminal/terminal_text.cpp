// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/terminal_text.h"

#include <boost/locale/utf.hpp>

#include <algorithm>

namespace pdh_shim::tools::terminal {

namespace {

namespace utf = boost::locale::utf;

// C0 without the tab, DEL, C1, and the marks that set or override the direction of the text that follows.
bool is_unsafe(utf::code_point character) {
    const auto is_between = [&](utf::code_point first, utf::code_point last) {
        return character >= first && character <= last;
    };
    return character == utf::illegal || character == utf::incomplete ||
           (is_between(0x00, 0x1F) && character != '\t') || is_between(0x7F, 0x9F) ||
           is_between(0x200E, 0x200F) || is_between(0x202A, 0x202E) || is_between(0x2066, 0x2069);
}

std::string escaped_byte(char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (byte == '\n') {
        return "\\n";
    }
    if (byte == '\r') {
        return "\\r";
    }
    const auto value = static_cast<unsigned char>(byte);
    return {'\\', 'x', digits[value / 16], digits[value % 16]};
}

} // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const auto* rest = text.begin(); rest != text.end();) {
        const auto* after = rest;
        const auto character = utf::utf_traits<char>::decode(after, text.end());
        if (!is_unsafe(character)) {
            result.append(rest, after);
        } else if (character == utf::illegal || character == utf::incomplete) {
            // The next byte may begin a character again.
            after = std::next(rest);
            result += escaped_byte(*rest);
        } else {
            std::for_each(rest, after, [&](char byte) { result += escaped_byte(byte); });
        }
        rest = after;
    }
    return result;
}

namespace {

std::string escaped_but_line_ends(std::string_view text, bool cr_stays) {
    std::string result;
    for (;;) {
        const auto end = std::min(text.find('\n'), text.size());
        const bool has_cr = cr_stays && end < text.size() && end > 0 && text[end - 1] == '\r';
        result += escaped(text.substr(0, has_cr ? end - 1 : end));
        if (end == text.size()) {
            return result;
        }
        result += has_cr ? "\r\n" : "\n";
        text.remove_prefix(end + 1);
    }
}

} // namespace

std::string escaped_lines(std::string_view text) {
    return escaped_but_line_ends(text, false);
}

std::string escaped_data(std::string_view text) {
    return escaped_but_line_ends(text, true);
}

} // namespace pdh_shim::tools::terminal
