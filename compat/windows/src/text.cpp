#include "text.h"

#include <cstdint>

namespace pdh_shim::compat {
namespace {

bool is_high(char32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low(char32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

/// Bytes of the sequence that a first byte begins; 0 for a byte that begins none.
std::size_t sequence_length(std::uint8_t first) {
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first < 0xE0) {
        return 2;
    }
    if (first >= 0xE0 && first < 0xF0) {
        return 3;
    }
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};

/// The character of a sequence; replacement if its bytes are not one.
char32_t decode(std::string_view sequence) {
    const std::size_t length = sequence.size();
    const auto first = static_cast<std::uint8_t>(sequence.front());
    char32_t character = length == 1 ? first : first & (0x7FU >> length);
    for (const char byte : sequence.substr(1)) {
        if ((static_cast<std::uint8_t>(byte) & 0xC0U) != 0x80) {
            return replacement;
        }
        character = character << 6 | (static_cast<std::uint8_t>(byte) & 0x3FU);
    }
    return character < smallest[length] || character > 0x10FFFF ? replacement : character;
}

constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";

} // namespace

char32_t next_character(std::string_view text, std::size_t& position) {
    const std::size_t length = sequence_length(static_cast<std::uint8_t>(text[position]));
    if (length == 0 || position + length > text.size()) {
        ++position;
        return replacement;
    }
    const std::string_view sequence = text.substr(position, length);
    const char32_t character = decode(sequence);
    position += character == replacement && sequence != replacement_bytes ? 1 : length;
    return character;
}

void append_character(std::string& text, char32_t character) {
    const auto add = [&](char32_t bits) { text += static_cast<char>(static_cast<std::uint8_t>(bits)); };
    if (character > 0x10FFFF) {
        character = replacement;
    }
    if (character < 0x80) {
        add(character);
    } else if (character < 0x800) {
        add(0xC0 | character >> 6);
        add(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        add(0xE0 | character >> 12);
        add(0x80 | (character >> 6 & 0x3F));
        add(0x80 | (character & 0x3F));
    } else {
        add(0xF0 | character >> 18);
        add(0x80 | (character >> 12 & 0x3F));
        add(0x80 | (character >> 6 & 0x3F));
        add(0x80 | (character & 0x3F));
    }
}

std::string to_utf8(std::u16string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char32_t character = text[i];
        if (is_high(character) && i + 1 < text.size() && is_low(text[i + 1])) {
            character = 0x10000 + ((character - 0xD800) << 10) + (text[++i] - 0xDC00U);
        }
        append_character(result, character);
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
        append_character(result, is_high(character) || is_low(character) ? replacement : character);
    }
    return result;
}

bool is_well_formed(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t start = i;
        const char32_t character = next_character(text, i);
        const bool replaced = character == replacement && text.substr(start, i - start) != replacement_bytes;
        if (replaced || is_high(character) || is_low(character)) {
            return false;
        }
    }
    return true;
}

void append(std::u16string& to, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const char32_t character = next_character(text, i);
        if (character >= 0x10000) {
            to += static_cast<char16_t>(0xD800 + ((character - 0x10000) >> 10));
            to += static_cast<char16_t>(0xDC00 + (character & 0x3FF));
        } else {
            to += static_cast<char16_t>(character);
        }
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

std::string lower(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        append_character(result, lower(next_character(text, i)));
    }
    return result;
}

} // namespace pdh_shim::compat
