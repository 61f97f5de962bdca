// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Converts between the program's text (UTF-8, UTF-16 or UTF-32) and the text that the compat library uses
// inside: UTF-8 in which a lone surrogate keeps its three bytes, so that ill-formed UTF-16 comes back as it
// went in.

#include <cstddef>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// Stands for bytes that cannot be decoded.
inline constexpr char32_t replacement = 0xFFFD;

/// Decodes the character at `position` and advances. Each ill-formed byte gives `replacement`.
[[nodiscard]] char32_t next_character(std::string_view text, std::size_t& position);

void append_character(std::string& text, char32_t character);

[[nodiscard]] std::string to_utf8(std::u16string_view text);
[[nodiscard]] std::string to_utf8(std::u32string_view text);

/// Replaces lone surrogates by replacement characters, for output to a stream.
[[nodiscard]] std::string well_formed(std::string_view text);

/// Whether every byte belongs to a character that is not a surrogate.
[[nodiscard]] bool is_well_formed(std::string_view text);

void append(std::u16string& to, std::string_view text);
void append(std::u32string& to, std::string_view text);

/// The text in units of UTF-16 or UTF-32.
template <class Unit>
[[nodiscard]] std::basic_string<Unit> to_wide(std::string_view text) {
    std::basic_string<Unit> wide;
    append(wide, text);
    return wide;
}

/// Lower case of ASCII, Latin-1, Greek and Cyrillic; other characters stay.
[[nodiscard]] char32_t lower(char32_t character);
[[nodiscard]] char32_t upper(char32_t character);

[[nodiscard]] std::string lower(std::string_view text);

/// Whether a code page stands for UTF-8, as CP_ACP does here. False sets ERROR_INVALID_PARAMETER.
[[nodiscard]] bool is_utf8_page(unsigned code_page);

/// Replaces backslashes in a path by slashes. A drive becomes a folder of its name, and `NUL` is /dev/null:
/// PORTING.md.
[[nodiscard]] std::string with_slashes(std::string path);

} // namespace pdh_shim::compat
