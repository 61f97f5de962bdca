// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Converts the program's wide text, for functions that are compiled twice: for 32-bit wchar_t, and with
// -fshort-wchar for 16-bit.

#include "text/format.h"
#include "text/text.h"

#include <cstdarg>
#include <cstring>
#include <cwchar>
#include <string>
#include <string_view>

// What the sources define outside their anonymous namespaces has the width in its symbol; what is defined
// here has it in a namespace.
#ifndef UNICODE
#define PDH_SHIM_COMPAT_WIDTH narrow
#elif __SIZEOF_WCHAR_T__ == 4
#define PDH_SHIM_COMPAT_WIDTH wchar32
#else
#define PDH_SHIM_COMPAT_WIDTH wchar16
#endif

/// The body of a function whose parameters end in `format, ...`: `call` uses the va_list `arguments`.
#define PDH_SHIM_WITH_ARGUMENTS(type, call)                                                                  \
    va_list arguments;                                                                                       \
    va_start(arguments, format);                                                                             \
    const type returned = call;                                                                              \
    va_end(arguments);                                                                                       \
    return returned;

namespace pdh_shim::compat {

/// A wchar_t of the program: a type whose name differs between the widths, as that of wchar_t does not.
using Unit = std::conditional_t<sizeof(wchar_t) == 4, char32_t, char16_t>;

inline namespace PDH_SHIM_COMPAT_WIDTH {

inline constexpr FormatStyle wide_style{.wide = true, .wide_size = sizeof(wchar_t)};
inline constexpr FormatStyle narrow_style{.wide = false, .wide_size = sizeof(wchar_t)};

inline Unit* units(wchar_t* text) {
    return reinterpret_cast<Unit*>(text);
}

inline const Unit* units(const wchar_t* text) {
    return reinterpret_cast<const Unit*>(text);
}

inline wchar_t* wide(Unit* text) {
    return reinterpret_cast<wchar_t*>(text);
}

inline std::size_t wide_length(const wchar_t* text) {
    std::size_t length = 0;
    while (text[length] != 0) {
        ++length;
    }
    return length;
}

inline std::basic_string_view<Unit> view(const wchar_t* text) {
    return {units(text), wide_length(text)};
}

inline std::string utf8(const wchar_t* text) {
    return to_utf8(view(text));
}

inline std::string print_wide(const wchar_t* format, va_list arguments) {
    VaListArguments variable(arguments);
    return format_text(wide_style, utf8(format), variable);
}

inline std::string print_narrow(const char* format, va_list arguments) {
    VaListArguments variable(arguments);
    return format_text(narrow_style, format, variable);
}

/// Copies as much of a text as fits, and a NUL. Returns whether all of it fits. `size` is at least 1.
template <class Char>
bool copy_text(std::basic_string_view<Char> from, Char* to, std::size_t size) {
    const std::size_t length = from.copy(to, size - 1);
    to[length] = 0;
    return length == from.size();
}

} // namespace PDH_SHIM_COMPAT_WIDTH
} // namespace pdh_shim::compat
