// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "text/text.h"

#include <windows.h>

#include <boost/nowide/utf/utf.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace pdh_shim::compat {
namespace {

namespace utf = boost::nowide::utf;

bool is_surrogate(char32_t character) {
    return character >= 0xD800 && character < 0xE000;
}

bool is_character(utf::code_point decoded) {
    return decoded != utf::illegal && decoded != utf::incomplete;
}

constexpr std::size_t surrogate_size = 3;

/// The surrogate at the start of a text, in three bytes, which are not UTF-8; replacement if there
/// is none.
char32_t leading_surrogate(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const bool is_one = text.size() >= surrogate_size && byte(0) == 0xED && (byte(1) & 0xE0U) == 0xA0 &&
                        (byte(2) & 0xC0U) == 0x80;
    return is_one ? 0xD000U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU) : replacement;
}

constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";

} // namespace

char32_t next_character(std::string_view text, std::size_t& position) {
    const char* next = text.data() + position;
    const utf::code_point character = utf::utf_traits<char>::decode(next, text.data() + text.size());
    if (is_character(character)) {
        position = static_cast<std::size_t>(next - text.data());
        return character;
    }
    const char32_t surrogate = leading_surrogate(text.substr(position));
    position += surrogate == replacement ? 1 : surrogate_size;
    return surrogate;
}

void append_character(std::string& text, char32_t character) {
    utf::utf_traits<char>::encode(character > 0x10FFFF ? replacement : character, std::back_inserter(text));
}

std::string to_utf8(std::u16string_view text) {
    std::string result;
    result.reserve(text.size());
    const char16_t* const end = text.data() + text.size();
    for (const char16_t* unit = text.data(); unit != end;) {
        const char16_t* next = unit;
        const utf::code_point character = utf::utf_traits<char16_t>::decode(next, end);
        const bool is_alone = !is_character(character); // a surrogate
        append_character(result, is_alone ? *unit : character);
        unit = is_alone ? unit + 1 : next;
    }
    return result;
}

std::string to_utf8(std::u32string_view text) {
    std::string result;
    result.reserve(text.size());
    for (const char32_t character : text) {
        append_character(result, character);
    }
    return result;
}

std::string well_formed(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const char32_t character = next_character(text, i);
        append_character(result, is_surrogate(character) ? replacement : character);
    }
    return result;
}

bool is_well_formed(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t start = i;
        const char32_t character = next_character(text, i);
        const bool replaced = character == replacement && text.substr(start, i - start) != replacement_bytes;
        if (replaced || is_surrogate(character)) {
            return false;
        }
    }
    return true;
}

void append(std::u16string& to, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        utf::utf_traits<char16_t>::encode(next_character(text, i), std::back_inserter(to));
    }
}

void append(std::u32string& to, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        to += next_character(text, i);
    }
}

char32_t lower(char32_t character) {
    if ((character >= 'A' && character <= 'Z') ||
        (character >= 0xC0 && character <= 0xDE && character != 0xD7) ||
        (character >= 0x391 && character <= 0x3A9 && character != 0x3A2) ||
        (character >= 0x410 && character <= 0x42F)) {
        return character + 0x20;
    }
    return character >= 0x400 && character <= 0x40F ? character + 0x50 : character;
}

char32_t upper(char32_t character) {
    if ((character >= 'a' && character <= 'z') ||
        (character >= 0xE0 && character <= 0xFE && character != 0xF7) ||
        (character >= 0x3B1 && character <= 0x3C9 && character != 0x3C2) ||
        (character >= 0x430 && character <= 0x44F)) {
        return character - 0x20;
    }
    return character >= 0x450 && character <= 0x45F ? character - 0x50 : character;
}

bool is_utf8_page(unsigned code_page) {
    const bool utf8 =
        code_page == CP_UTF8 || code_page == CP_ACP || code_page == CP_OEMCP || code_page == CP_THREAD_ACP;
    if (!utf8) {
        SetLastError(ERROR_INVALID_PARAMETER);
    }
    return utf8;
}

std::string with_slashes(std::string path) {
    if (lower(path) == "nul") {
        return "/dev/null";
    }
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

std::string lower(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        append_character(result, lower(next_character(text, i)));
    }
    return result;
}

} // namespace pdh_shim::compat
