// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Converts text of TCHAR, for the functions of Windows that exist as ...A and as ...W. Each is written once,
// as programs call it: under the name without the letter, with LPCTSTR. Its source is compiled three times:
// without UNICODE, for narrow text, and with UNICODE for both widths of wchar_t.

#include "text/wide_text.h"

#include <windows.h>

namespace pdh_shim::compat {
inline namespace PDH_SHIM_COMPAT_WIDTH {

inline char* units(char* text) {
    return text;
}

inline const char* units(const char* text) {
    return text;
}

inline std::string_view view(const char* text) {
    return text;
}

inline std::string utf8(const char* text) {
    return text;
}

#ifdef UNICODE
/// A TCHAR: a type whose name differs between the widths.
using Char = Unit;

inline constexpr FormatStyle text_style = wide_style;

inline std::string utf8_of(const std::basic_string<Char>& text) {
    return to_utf8(text);
}

inline std::basic_string<Char> to_tchar(std::string_view text) {
    return to_wide<Char>(text);
}
#else
using Char = char;

inline constexpr FormatStyle text_style = narrow_style;

inline std::string utf8_of(const std::string& text) {
    return text;
}

inline std::string to_tchar(std::string_view text) {
    return std::string(text);
}
#endif

/// A text of TCHAR.
using Text = std::basic_string<Char>;
using TextView = std::basic_string_view<Char>;

/// The text; empty for NULL.
inline TextView view_or_empty(LPCTSTR text) {
    return text == nullptr ? TextView() : view(text);
}

/// The text as UTF-8; empty for NULL.
inline std::string utf8_or_empty(LPCTSTR text) {
    return text == nullptr ? std::string() : utf8(text);
}

} // namespace PDH_SHIM_COMPAT_WIDTH
} // namespace pdh_shim::compat
