// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Compares, searches and changes texts: lstr... of kernel32, and Str... of the shell's library.
#include "text/tchar_text.h"

#include <algorithm>
#include <optional>
#include <shlwapi.h>

namespace compat = pdh_shim::compat;
using compat::Char;
using compat::Text;
using compat::TextView;
using compat::units;
using compat::utf8;
using compat::view_or_empty;

namespace {

constexpr std::size_t unlimited = std::size_t(-1);

int sign(int comparison) {
    return comparison < 0 ? -1 : (comparison > 0 ? 1 : 0);
}

/// In lower case, with as many units.
Text folded(TextView text) {
#ifdef UNICODE
    return compat::to_tchar(compat::lower(compat::to_utf8(text)));
#else
    return compat::lower(text);
#endif
}

int compare_folded(TextView first, TextView second, std::size_t limit = unlimited) {
    return sign(folded(first.substr(0, limit)).compare(folded(second.substr(0, limit))));
}

LPTSTR at(LPCTSTR text, std::size_t position) {
    return position == TextView::npos ? nullptr : const_cast<LPTSTR>(text) + position;
}

/// Nothing when `part` is empty, as on Windows.
std::size_t find(TextView text, TextView part) {
    return part.empty() ? TextView::npos : text.find(part);
}

std::optional<unsigned> digit_of(Char unit, unsigned base) {
    if (unit >= '0' && unit <= '9') {
        return static_cast<unsigned>(unit - '0');
    }
    const auto letter = static_cast<unsigned>(unit) | 0x20U;
    return base == 16 && letter >= 'a' && letter <= 'f' ? std::optional(letter - 'a' + 10) : std::nullopt;
}

/// The number that a text begins with; what does not fit into 32 bits wraps.
std::optional<unsigned> digits_of(TextView text, unsigned base) {
    if (text.empty() || !digit_of(text[0], base)) {
        return std::nullopt;
    }
    unsigned number = 0;
    for (const Char unit : text) {
        const auto digit = digit_of(unit, base);
        if (!digit) {
            break;
        }
        number = number * base + *digit;
    }
    return number;
}

} // namespace

int WINAPI lstrlen(LPCTSTR lpString) {
    return static_cast<int>(view_or_empty(lpString).size());
}

LPTSTR WINAPI lstrcpy(LPTSTR to, LPCTSTR from) {
    std::copy_n(from, compat::view(from).size() + 1, to);
    return to;
}

LPTSTR WINAPI lstrcpyn(LPTSTR to, LPCTSTR from, int size) {
    if (to == nullptr || from == nullptr || size <= 0) {
        return nullptr;
    }
    compat::copy_text(compat::view(from), units(to), static_cast<std::size_t>(size));
    return to;
}

LPTSTR WINAPI lstrcat(LPTSTR to, LPCTSTR from) {
    lstrcpy(to + compat::view(to).size(), from);
    return to;
}

/// Case decides only between texts that are otherwise the same, as in a dictionary.
int WINAPI lstrcmp(LPCTSTR first, LPCTSTR second) {
    const int without_case = lstrcmpi(first, second);
    return without_case != 0 ? without_case : sign(-utf8(first).compare(utf8(second)));
}

int WINAPI lstrcmpi(LPCTSTR first, LPCTSTR second) {
    return sign(compat::lower(utf8(first)).compare(compat::lower(utf8(second))));
}

int WINAPI StrCmpI(LPCTSTR first, LPCTSTR second) {
    return compare_folded(view_or_empty(first), view_or_empty(second));
}

int WINAPI StrCmpNI(LPCTSTR first, LPCTSTR second, int count) {
    return compare_folded(
        view_or_empty(first), view_or_empty(second), static_cast<std::size_t>(std::max(count, 0)));
}

LPTSTR WINAPI StrStr(LPCTSTR text, LPCTSTR part) {
    return at(text, find(view_or_empty(text), view_or_empty(part)));
}

LPTSTR WINAPI StrStrI(LPCTSTR text, LPCTSTR part) {
    return at(text, find(folded(view_or_empty(text)), folded(view_or_empty(part))));
}

#ifdef UNICODE
LPWSTR WINAPI StrChrW(LPCWSTR text, WCHAR character) {
    return at(text, view_or_empty(text).find(static_cast<Char>(character)));
}
#else
LPSTR WINAPI StrChrA(LPCSTR text, WORD character) {
    return at(text, view_or_empty(text).find(static_cast<char>(character)));
}
#endif

int WINAPI StrToInt(LPCTSTR text) {
    TextView digits = view_or_empty(text);
    const bool negative = !digits.empty() && digits[0] == '-';
    const unsigned number = digits_of(digits.substr(negative ? 1 : 0), 10).value_or(0);
    return static_cast<int>(negative ? 0 - number : number);
}

BOOL WINAPI StrToIntEx(LPCTSTR text, DWORD flags, int* number) {
    TextView rest = view_or_empty(text);
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r')) {
        rest.remove_prefix(1);
    }
    const bool negative = !rest.empty() && rest[0] == '-';
    if (negative || (!rest.empty() && rest[0] == '+')) {
        rest.remove_prefix(1);
    }
    const bool hexadecimal = (flags & STIF_SUPPORT_HEX) != 0 && rest.size() >= 2 && rest[0] == '0' &&
                             (rest[1] == 'x' || rest[1] == 'X');
    const auto found = hexadecimal ? digits_of(rest.substr(2), 16) : digits_of(rest, 10);
    if (number == nullptr) {
        return FALSE;
    }
    *number = static_cast<int>(negative && !hexadecimal ? 0 - found.value_or(0) : found.value_or(0));
    return found ? TRUE : FALSE;
}

LPTSTR WINAPI StrDup(LPCTSTR text) {
    if (text == nullptr) {
        return nullptr;
    }
    const std::size_t bytes = (compat::view(text).size() + 1) * sizeof(TCHAR);
    void* const copy = LocalAlloc(LPTR, bytes);
    if (copy != nullptr) {
        std::memcpy(copy, text, bytes);
    }
    return static_cast<LPTSTR>(copy);
}

BOOL WINAPI StrTrim(LPTSTR text, LPCTSTR characters) {
    const TextView old = view_or_empty(text);
    const TextView unwanted = view_or_empty(characters);
    const std::size_t first = std::min(old.find_first_not_of(unwanted), old.size());
    const std::size_t last = old.find_last_not_of(unwanted);
    const std::size_t length = last == TextView::npos ? 0 : last + 1 - first;
    if (text == nullptr || length == old.size()) {
        return FALSE;
    }
    std::copy_n(text + first, length, text);
    text[length] = 0;
    return TRUE;
}
