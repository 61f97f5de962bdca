// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// StringCch... and StringCb..., whose buffers have a size in characters or in bytes.
#include "text/tchar_text.h"

#include <algorithm>
#include <strsafe.h>

namespace {

constexpr HRESULT no_room = STRSAFE_E_INSUFFICIENT_BUFFER;
constexpr HRESULT wrong = STRSAFE_E_INVALID_PARAMETER;

bool is_good_size(const void* to, std::size_t size) {
    return to != nullptr && size > 0 && size <= STRSAFE_MAX_CCH;
}

std::size_t bounded_length(LPCTSTR text, std::size_t limit) {
    std::size_t length = 0;
    while (length < limit && text[length] != 0) {
        ++length;
    }
    return length;
}

HRESULT safe_copy(LPTSTR to, std::size_t size, LPCTSTR from, std::size_t limit = STRSAFE_MAX_LENGTH) {
    if (!is_good_size(to, size) || limit > STRSAFE_MAX_LENGTH) {
        return wrong;
    }
    // No further than what fits and one more is looked at.
    const std::size_t length = from == nullptr ? 0 : bounded_length(from, std::min(limit, size));
    const bool fits = length < size;
    const std::size_t copied = fits ? length : size - 1;
    std::copy_n(from == nullptr ? to : from, copied, to);
    to[copied] = 0;
    return fits ? S_OK : no_room;
}

HRESULT safe_append(LPTSTR to, std::size_t size, LPCTSTR from, std::size_t limit = STRSAFE_MAX_LENGTH) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const std::size_t length = bounded_length(to, size);
    return length == size ? wrong : safe_copy(to + length, size - length, from, limit);
}

HRESULT safe_length(LPCTSTR text, std::size_t limit, std::size_t scale, size_t* length) {
    const std::size_t found =
        text == nullptr || limit > STRSAFE_MAX_CCH ? limit : bounded_length(text, limit);
    const bool good = found < limit;
    if (length != nullptr) {
        *length = good ? found * scale : 0;
    }
    return good ? S_OK : wrong;
}

} // namespace

// `size` is in front of the names of sizes, and `unit` how much a character counts in them.
#define COPY_FUNCTIONS(family, size, unit)                                                                   \
    HRESULT WINAPI family##Copy(LPTSTR to, size_t size##To, LPCTSTR from) {                                  \
        return safe_copy(to, size##To / (unit), from);                                                       \
    }                                                                                                        \
    HRESULT WINAPI family##CopyN(LPTSTR to, size_t size##To, LPCTSTR from, size_t size##From) {              \
        return safe_copy(to, size##To / (unit), from, size##From / (unit));                                  \
    }                                                                                                        \
    HRESULT WINAPI family##Cat(LPTSTR to, size_t size##To, LPCTSTR from) {                                   \
        return safe_append(to, size##To / (unit), from);                                                     \
    }                                                                                                        \
    HRESULT WINAPI family##CatN(LPTSTR to, size_t size##To, LPCTSTR from, size_t size##From) {               \
        return safe_append(to, size##To / (unit), from, size##From / (unit));                                \
    }                                                                                                        \
    HRESULT WINAPI family##Length(LPCTSTR text, size_t size##Max, size_t* length) {                          \
        return safe_length(text, size##Max / (unit), unit, length);                                          \
    }
COPY_FUNCTIONS(StringCch, cch, 1)
COPY_FUNCTIONS(StringCb, cb, sizeof(TCHAR))

// A format may take text of the other width, so the functions with narrow text have two symbols, too.
#ifdef UNICODE
namespace compat = pdh_shim::compat;

namespace {

HRESULT safe_print(LPSTR to, std::size_t size, LPCSTR format, va_list arguments) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const std::string text = compat::print_narrow(format, arguments);
    return compat::copy_text<char>(text, to, size) ? S_OK : no_room;
}

HRESULT safe_print(LPWSTR to, std::size_t size, LPCWSTR format, va_list arguments) {
    if (!is_good_size(to, size)) {
        return wrong;
    }
    const compat::Text text = compat::to_tchar(compat::print_wide(format, arguments));
    return compat::copy_text<compat::Char>(text, compat::units(to), size) ? S_OK : no_room;
}

constexpr std::size_t wsprintf_limit = 1024; // characters, with the NUL

template <class Character>
int print_up_to_limit(std::basic_string_view<Character> text, Character* to) {
    compat::copy_text(text, to, wsprintf_limit);
    return static_cast<int>(std::min(text.size(), wsprintf_limit - 1));
}

} // namespace

int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list arguments) {
    return print_up_to_limit<char>(compat::print_narrow(format, arguments), to);
}

int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list arguments) {
    return print_up_to_limit<compat::Char>(
        compat::to_tchar(compat::print_wide(format, arguments)), compat::units(to));
}

// `size` and `unit` as above.
#define PRINT_FUNCTIONS(family, letter, text, constant_text, size, unit)                                     \
    HRESULT WINAPI family##VPrintf##letter(                                                                  \
        text to, size_t size##To, constant_text format, va_list arguments) {                                 \
        return safe_print(to, size##To / (unit), format, arguments);                                         \
    }                                                                                                        \
    HRESULT WINAPIV family##Printf##letter(text to, size_t size##To, constant_text format, ...) {            \
        PDH_SHIM_WITH_ARGUMENTS(HRESULT, safe_print(to, size##To / (unit), format, arguments))               \
    }
PRINT_FUNCTIONS(StringCch, A, LPSTR, LPCSTR, cch, 1)
PRINT_FUNCTIONS(StringCch, W, LPWSTR, LPCWSTR, cch, 1)
PRINT_FUNCTIONS(StringCb, A, LPSTR, LPCSTR, cb, 1)
PRINT_FUNCTIONS(StringCb, W, LPWSTR, LPCWSTR, cb, sizeof(WCHAR))

int WINAPIV wsprintfA(LPSTR to, LPCSTR format, ...) {
    PDH_SHIM_WITH_ARGUMENTS(int, wvsprintfA(to, format, arguments))
}

int WINAPIV wsprintfW(LPWSTR to, LPCWSTR format, ...) {
    PDH_SHIM_WITH_ARGUMENTS(int, wvsprintfW(to, format, arguments))
}
#endif
