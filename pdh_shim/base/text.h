// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim {

// Text inside the library is UTF-16, as it is in Windows' DLL. The API converts it (api/encoding.h).

/// UTF-8 to UTF-16. @retval invalid_argument ill-formed input (overlong forms, surrogates, cut sequences).
[[nodiscard]] Result<std::u16string> from_utf8(std::string_view text);
/// UTF-8 if it is well-formed, else Windows-1252, whose bytes without a character keep their number.
[[nodiscard]] std::u16string from_utf8_or_windows_1252(std::string_view text);

/// UTF-8 to UTF-16 for names from outside that must be shown: each ill-formed byte becomes
/// U+FFFD.
void append_utf8_lossy(std::u16string& out, std::string_view text);

/// UTF-16 to UTF-8. @retval invalid_argument a lone surrogate.
[[nodiscard]] Result<std::string> to_utf8(std::u16string_view text);

/// UTF-16 to UTF-8 for names from outside that must be written: a lone surrogate becomes U+FFFD.
void append_utf16_lossy(std::string& out, std::u16string_view text);

/// UTF-32 (a 32-bit wchar_t) to UTF-16. A lone surrogate is kept, as in UTF-16 text from a program.
/// @retval invalid_argument a value above U+10FFFF.
[[nodiscard]] Result<std::u16string> from_utf32(std::u32string_view text);

/// UTF-16 to UTF-32; a lone surrogate is kept, so that from_utf32(to_utf32(x)) == x for any x.
[[nodiscard]] std::u32string to_utf32(std::u16string_view text);

/// Appends the decimal digits of a number.
void append_decimal(std::u16string& out, std::uint64_t number);

/// The number that a text of only decimal digits means; none for another text, or if it exceeds 32 bits.
[[nodiscard]] std::optional<std::uint32_t> parse_decimal(std::u16string_view text) noexcept;

/// Whether a character controls a terminal instead of being shown: C0, DEL, C1, the separators of lines and
/// paragraphs, and the marks that set the direction of the text that follows.
[[nodiscard]] constexpr bool is_control(char32_t code) noexcept {
    const auto is_between = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
    return code < 0x20 || is_between(0x7F, 0x9F) || is_between(0x200E, 0x200F) ||
           is_between(0x2028, 0x202E) || is_between(0x2066, 0x2069);
}

/// Text without control characters, on one line: bytes of control characters except the tab, and
/// bytes that are not UTF-8, are escaped as in `\x1b`.
[[nodiscard]] std::string escaped(std::string_view text);

/// `fold` of a unit beyond ASCII.
[[nodiscard]] char16_t fold_beyond_ascii(char16_t unit) noexcept;

/// The unit at a place of a text; U+FFFD for a lone surrogate, which has no other encoding.
[[nodiscard]] constexpr char16_t well_formed_unit(std::u16string_view text, std::size_t place) noexcept {
    const char16_t unit = text[place];
    if (unit < 0xD800 || unit > 0xDFFF) {
        return unit;
    }
    const bool is_first = unit < 0xDC00;
    const char16_t other = is_first     ? (place + 1 < text.size() ? text[place + 1] : u'\0')
                           : place != 0 ? text[place - 1]
                                        : u'\0';
    const bool is_pair = is_first ? other >= 0xDC00 && other <= 0xDFFF : other >= 0xD800 && other < 0xDC00;
    return is_pair ? unit : u'\uFFFD';
}

/// The text with U+FFFD for each lone surrogate.
[[nodiscard]] std::u16string well_formed(std::u16string_view text);

/// The upper-case form in which Windows compares names: one unit for one unit, no locale.
[[nodiscard]] constexpr char16_t fold(char16_t unit) noexcept {
    if (unit >= 0x80) {
        return fold_beyond_ascii(unit);
    }
    return unit >= u'a' && unit <= u'z' ? static_cast<char16_t>(unit - (u'a' - u'A')) : unit;
}

/// The text with fold() of each unit. Unlike equal_folded() it keeps lone surrogates apart.
[[nodiscard]] std::u16string folded(std::u16string_view text);

/// Case-insensitive equality, order and hash of names, as Windows compares objects, counters and instances. A
/// lone surrogate is equal to U+FFFD, which stands for it in UTF-8: a name that a program read in 8-bit text
/// means what it was made of.
[[nodiscard]] bool equal_folded(std::u16string_view left, std::u16string_view right) noexcept;
[[nodiscard]] int compare_folded(std::u16string_view left, std::u16string_view right) noexcept;
[[nodiscard]] std::size_t hash_folded(std::u16string_view text) noexcept;

/// For containers keyed by names: `std::unordered_map<std::u16string, T, FoldedHash, FoldedEqual>`.
struct FoldedHash {
    using is_transparent = void;
    std::size_t operator()(std::u16string_view text) const noexcept { return hash_folded(text); }
};
struct FoldedEqual {
    using is_transparent = void;
    bool operator()(std::u16string_view left, std::u16string_view right) const noexcept {
        return equal_folded(left, right);
    }
};

} // namespace pdh_shim
