// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Strings, numbers and times of the C run time. Compiled twice: for 32-bit wchar_t, and for 16-bit.
// It defines functions of the C library, whose checked variants Clang takes for other definitions.
#undef _FORTIFY_SOURCE
#include "sync/until_unload.h"
#include "text/wide_text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>

// NOLINTBEGIN(modernize-deprecated-headers): compat's own, which the C++ headers pass over
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
// NOLINTEND(modernize-deprecated-headers)

namespace compat = pdh_shim::compat;
using compat::Unit;
using compat::utf8;

namespace {

template <class Char>
std::size_t length_of(const Char* text) {
    std::size_t length = 0;
    while (text[length] != 0) {
        ++length;
    }
    return length;
}

/// Fails as the ..._s functions do: with an empty text.
template <class Char>
errno_t refuse(Char* to, std::size_t size, errno_t error) {
    if (to != nullptr && size > 0) {
        to[0] = 0;
    }
    errno = error;
    return error;
}

/// Puts at most `count` characters at `start`; with _TRUNCATE those that fit.
template <class Char>
errno_t secure_put(Char* to, std::size_t size, std::size_t start, const Char* from, std::size_t count) {
    const std::size_t room = size - start;
    std::size_t length = 0;
    while (length < count && length < room && from[length] != 0) {
        ++length;
    }
    const bool fits = length < room;
    if (!fits && count != _TRUNCATE) {
        return refuse(to, size, ERANGE);
    }
    const std::size_t copied = fits ? length : room - 1;
    std::copy_n(from, copied, to + start);
    to[start + copied] = 0;
    return fits ? 0 : STRUNCATE;
}

constexpr std::size_t any_count = SIZE_MAX - 1; // _TRUNCATE is SIZE_MAX

template <class Char>
errno_t secure_copy(Char* to, std::size_t size, const Char* from, std::size_t count = any_count) {
    if (to == nullptr || size == 0 || from == nullptr) {
        return refuse(to, size, EINVAL);
    }
    return secure_put(to, size, 0, from, count);
}

template <class Char>
errno_t secure_append(Char* to, std::size_t size, const Char* from, std::size_t count = any_count) {
    std::size_t length = 0;
    while (to != nullptr && length < size && to[length] != 0) {
        ++length;
    }
    if (to == nullptr || length == size || from == nullptr) {
        return refuse(to, size, EINVAL);
    }
    return secure_put(to, size, length, from, count);
}

template <class Char>
bool is_one_of(Char character, const Char* set) {
    for (; *set != 0; ++set) {
        if (*set == character) {
            return true;
        }
    }
    return false;
}

/// Characters at the start of `text` that are (or are not) in the set.
template <class Char>
std::size_t span(const Char* text, const Char* set, bool in_set) {
    std::size_t length = 0;
    while (text[length] != 0 && is_one_of(text[length], set) == in_set) {
        ++length;
    }
    return length;
}

template <class Char>
Char* token(Char* text, const Char* delimiters, Char** rest) {
    Char* start = text == nullptr ? *rest : text;
    if (start == nullptr) {
        return nullptr;
    }
    start += span(start, delimiters, true);
    if (*start == 0) {
        *rest = start;
        return nullptr;
    }
    Char* const end = start + span(start, delimiters, false);
    *rest = *end == 0 ? end : end + 1;
    *end = 0;
    return start;
}

Unit lower_unit(Unit unit) {
    return static_cast<Unit>(compat::lower(unit));
}

unsigned char lower_byte(unsigned char byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte + 0x20) : byte;
}

int compare_ignoring_case(const wchar_t* first, const wchar_t* second, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const Unit a = lower_unit(static_cast<Unit>(first[i]));
        const Unit b = lower_unit(static_cast<Unit>(second[i]));
        if (a != b || a == 0) {
            return a < b ? -1 : (a > b ? 1 : 0);
        }
    }
    return 0;
}

int compare_ignoring_case(const char* first, const char* second, std::size_t count, bool stop_at_nul = true) {
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned char a = lower_byte(static_cast<unsigned char>(first[i]));
        const unsigned char b = lower_byte(static_cast<unsigned char>(second[i]));
        if (a != b || (a == 0 && stop_at_nul)) {
            return a - b;
        }
    }
    return 0;
}

template <class Char, class Change>
Char* change_all(Char* text, Change change) {
    for (Char* c = text; *c != 0; ++c) {
        *c = change(*c);
    }
    return text;
}

wchar_t wide_lower(wchar_t c) {
    return static_cast<wchar_t>(compat::lower(static_cast<Unit>(c)));
}

wchar_t wide_upper(wchar_t c) {
    return static_cast<wchar_t>(compat::upper(static_cast<Unit>(c)));
}

char narrow_lower(char c) {
    return static_cast<char>(lower_byte(static_cast<unsigned char>(c)));
}

char narrow_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
}

template <class Char, class Change>
errno_t change_safely(Char* text, std::size_t size, Change change) {
    if (text == nullptr || std::find(text, text + size, Char()) == text + size) {
        return refuse(text, size, EINVAL);
    }
    change_all(text, change);
    return 0;
}

template <class Char>
Char* duplicate(const Char* text) {
    if (text == nullptr) {
        return nullptr;
    }
    const std::size_t size = length_of(text) + 1;
    auto* const copy = static_cast<Char*>(std::malloc(size * sizeof(Char)));
    if (copy != nullptr) {
        std::copy_n(text, size, copy);
    }
    return copy;
}

/// The part of a wide text that a number can be in: up to the first character that is not ASCII.
std::string ascii_prefix(const wchar_t* text) {
    std::string ascii;
    for (; *text != 0 && static_cast<Unit>(*text) < 0x80; ++text) {
        ascii += static_cast<char>(*text);
    }
    return ascii;
}

/// Reads a number through its narrow form, which has a character for each wide one.
template <class Read>
auto read_number(const wchar_t* text, wchar_t** end, Read read) {
    const std::string ascii = ascii_prefix(text);
    char* stop = nullptr;
    const auto value = read(ascii.c_str(), &stop);
    if (end != nullptr) {
        *end = const_cast<wchar_t*>(text) + (stop - ascii.c_str());
    }
    return value;
}

std::string digits_to_write(std::uint64_t value, bool negative, int radix) {
    std::array<char, 66> buffer{};
    auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, radix).ptr;
    return (negative ? "-" : "") + std::string(buffer.data(), end);
}

/// Windows puts a sign before decimal numbers only; others show the bits.
template <class Number>
std::string number_text(Number value, int radix) {
    using Bits = std::make_unsigned_t<Number>;
    const bool negative = value < 0 && radix == 10;
    const auto bits = static_cast<Bits>(value);
    return digits_to_write(negative ? static_cast<Bits>(Bits(0) - bits) : bits, negative, radix);
}

/// Now, as text of eight characters.
char* local_time_text(char* to, const char* format) {
    const time_t now = std::time(nullptr);
    tm local{};
    localtime_r(&now, &local);
    static_cast<void>(std::strftime(to, 9, format, &local)); // it fits
    return to;
}

template <class Char, class Number>
errno_t give_number(Number value, Char* to, std::size_t size, int radix) {
    if (to == nullptr || size == 0 || radix < 2 || radix > 36) {
        return refuse(to, size, EINVAL);
    }
    const std::string text = number_text(value, radix);
    if (text.size() >= size) {
        return refuse(to, size, ERANGE);
    }
    *std::copy(text.begin(), text.end(), to) = 0;
    return 0;
}

template <class Char, class Number>
Char* number_into(Number value, Char* to, int radix) {
    give_number(value, to, SIZE_MAX, radix);
    return to;
}

} // namespace

// clang-format off
#define NUMBER_FUNCTIONS(narrow, narrow_safe, wide, wide_safe, type)                                         \
    char* narrow(type value, char* to, int radix) { return number_into(value, to, radix); }                  \
    wchar_t* wide(type value, wchar_t* to, int radix) { return number_into(value, to, radix); }              \
    errno_t narrow_safe(type value, char* to, size_t size, int radix) { return give_number(value, to, size, radix); } \
    errno_t wide_safe(type value, wchar_t* to, size_t size, int radix) { return give_number(value, to, size, radix); }
NUMBER_FUNCTIONS(_itoa, _itoa_s, _itow, _itow_s, int)
NUMBER_FUNCTIONS(_ltoa, _ltoa_s, _ltow, _ltow_s, long)
NUMBER_FUNCTIONS(_ultoa, _ultoa_s, _ultow, _ultow_s, unsigned long)
NUMBER_FUNCTIONS(_i64toa, _i64toa_s, _i64tow, _i64tow_s, long long)
NUMBER_FUNCTIONS(_ui64toa, _ui64toa_s, _ui64tow, _ui64tow_s, unsigned long long)

// A row has a function, its characters, and what it does.
#define COPY_FUNCTION(name, Char, put) \
    errno_t name(Char* to, size_t size, const Char* from) { return put(to, size, from); }
COPY_FUNCTION(strcpy_s, char, secure_copy)
COPY_FUNCTION(wcscpy_s, wchar_t, secure_copy)
COPY_FUNCTION(strcat_s, char, secure_append)
COPY_FUNCTION(wcscat_s, wchar_t, secure_append)

#define COPY_PART_FUNCTION(name, Char, put) \
    errno_t name(Char* to, size_t size, const Char* from, size_t count) { return put(to, size, from, count); }
COPY_PART_FUNCTION(strncpy_s, char, secure_copy)
COPY_PART_FUNCTION(wcsncpy_s, wchar_t, secure_copy)
COPY_PART_FUNCTION(strncat_s, char, secure_append)
COPY_PART_FUNCTION(wcsncat_s, wchar_t, secure_append)

#define CASE_FUNCTIONS(name, safe_name, Char, change) \
    Char* name(Char* text) { return change_all(text, change); } \
    errno_t safe_name(Char* text, size_t size) { return change_safely(text, size, change); }
CASE_FUNCTIONS(_strlwr, _strlwr_s, char, narrow_lower)
CASE_FUNCTIONS(_strupr, _strupr_s, char, narrow_upper)
CASE_FUNCTIONS(_wcslwr, _wcslwr_s, wchar_t, wide_lower)
CASE_FUNCTIONS(_wcsupr, _wcsupr_s, wchar_t, wide_upper)

#define TEXT_FUNCTIONS(compare, compare_part, copy, take_token, Char) \
    int compare(const Char* first, const Char* second) { return compare_ignoring_case(first, second, SIZE_MAX); } \
    int compare_part(const Char* first, const Char* second, size_t count) { return compare_ignoring_case(first, second, count); } \
    Char* copy(const Char* text) { return duplicate(text); } \
    Char* take_token(Char* text, const Char* delimiters, Char** rest) { return token(text, delimiters, rest); }
TEXT_FUNCTIONS(_stricmp, _strnicmp, _strdup, strtok_s, char)
TEXT_FUNCTIONS(_wcsicmp, _wcsnicmp, _wcsdup, wcstok_s, wchar_t) // also wcstok of three parameters
// clang-format on

int _wtoi(const wchar_t* text) {
    return static_cast<int>(_wtoi64(text));
}

long _wtol(const wchar_t* text) {
    return static_cast<long>(_wtoi64(text));
}

long long _wtoi64(const wchar_t* text) {
    return std::strtoll(ascii_prefix(text).c_str(), nullptr, 10);
}

double _wtof(const wchar_t* text) {
    return std::strtod(ascii_prefix(text).c_str(), nullptr);
}

long long _atoi64(const char* text) {
    return std::strtoll(text, nullptr, 10);
}

long long _strtoi64(const char* text, char** end, int base) {
    return std::strtoll(text, end, base);
}

unsigned long long _strtoui64(const char* text, char** end, int base) {
    return std::strtoull(text, end, base);
}

extern "C" wchar_t* _wcstok(wchar_t* text, const wchar_t* delimiters) {
    static thread_local wchar_t* rest = nullptr;
    return token(text, delimiters, &rest);
}

errno_t wmemcpy_s(wchar_t* to, size_t size, const wchar_t* from, size_t count) {
    return memcpy_s(to, size * sizeof(wchar_t), from, count * sizeof(wchar_t));
}

int _memicmp(const void* first, const void* second, size_t size) {
    return compare_ignoring_case(
        static_cast<const char*>(first), static_cast<const char*>(second), size, false);
}

char* _strrev(char* text) {
    std::reverse(text, text + std::strlen(text));
    return text;
}

errno_t memcpy_s(void* to, size_t size, const void* from, size_t count) {
    if (count == 0) {
        return 0;
    }
    const errno_t error = to == nullptr || from == nullptr ? EINVAL : (count > size ? ERANGE : 0);
    if (error == 0) {
        std::memmove(to, from, count); // also memmove_s
        return 0;
    }
    if (to != nullptr) {
        std::memset(to, 0, size);
    }
    errno = error;
    return error;
}

errno_t strerror_s(char* to, size_t size, int error) {
    return secure_copy<char>(to, size, std::strerror(error), _TRUNCATE) == EINVAL ? EINVAL : 0;
}

errno_t mbstowcs_s(size_t* converted, wchar_t* to, size_t size, const char* from, size_t count) {
    if (from == nullptr || (to == nullptr && size != 0)) {
        return refuse(to, size, EINVAL);
    }
    const auto text = compat::to_wide<Unit>(compat::well_formed(from));
    if (to == nullptr) {
        *converted = text.size() + 1;
        return 0;
    }
    const errno_t error = secure_copy(compat::units(to), size, text.c_str(), count);
    if (converted != nullptr) {
        *converted = error == 0 || error == STRUNCATE ? length_of(to) + 1 : 0;
    }
    return error;
}

errno_t wcstombs_s(size_t* converted, char* to, size_t size, const wchar_t* from, size_t count) {
    if (from == nullptr || (to == nullptr && size != 0)) {
        return refuse(to, size, EINVAL);
    }
    const std::string text = compat::well_formed(utf8(from));
    if (to == nullptr) {
        *converted = text.size() + 1;
        return 0;
    }
    const errno_t error = secure_copy<char>(to, size, text.c_str(), count);
    if (converted != nullptr) {
        *converted = error == 0 || error == STRUNCATE ? std::strlen(to) + 1 : 0;
    }
    return error;
}

errno_t getenv_s(size_t* needed, char* to, size_t size, const char* name) {
    if (needed == nullptr || name == nullptr || (to == nullptr && size != 0)) {
        return refuse(to, size, EINVAL);
    }
    const char* const value = std::getenv(name);
    *needed = value == nullptr ? 0 : std::strlen(value) + 1;
    if (value == nullptr || size == 0) {
        refuse(to, size, errno);
        return 0;
    }
    return secure_copy(to, size, value);
}

errno_t _dupenv_s(char** to, size_t* size, const char* name) {
    if (to == nullptr || name == nullptr) {
        return EINVAL;
    }
    *to = duplicate(std::getenv(name));
    if (size != nullptr) {
        *size = *to == nullptr ? 0 : std::strlen(*to) + 1;
    }
    return 0;
}

void* _aligned_malloc(size_t size, size_t alignment) {
    void* memory = nullptr;
    const int error = posix_memalign(&memory, std::max(alignment, sizeof(void*)), size);
    errno = error == 0 ? errno : error;
    return error == 0 ? memory : nullptr;
}

void _aligned_free(void* memory) {
    std::free(memory); // NOLINT(cppcoreguidelines-no-malloc): the caller's memory is malloc's
}

size_t _msize(void* memory) {
    return malloc_usable_size(memory);
}

int _putenv(const char* assignment) {
    const std::string text = assignment;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        errno = EINVAL;
        return -1;
    }
    const std::string name = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    return value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
}

wchar_t* _wgetenv(const wchar_t* name) {
    const std::string key = utf8(name);
    const char* const value = std::getenv(key.c_str());
    if (value == nullptr) {
        return nullptr;
    }
    // The texts are never freed, as in the environment.
    static std::mutex mutex;
    static auto& texts = compat::keep_until_unload(new std::map<std::string, std::basic_string<Unit>>);
    const std::scoped_lock lock(mutex);
    auto& text = texts[value];
    text = compat::to_wide<Unit>(value);
    return compat::wide(text.data());
}

wchar_t* _wsetlocale(int category, const wchar_t* locale) {
    const char* const name = std::setlocale(category, locale == nullptr ? nullptr : utf8(locale).c_str());
    if (name == nullptr) {
        return nullptr;
    }
    static thread_local std::basic_string<Unit> result;
    result = compat::to_wide<Unit>(name);
    return compat::wide(result.data());
}

errno_t localtime_s(tm* to, const time_t* time) {
    return to == nullptr || time == nullptr || localtime_r(time, to) == nullptr ? EINVAL : 0;
}

errno_t gmtime_s(tm* to, const time_t* time) {
    return to == nullptr || time == nullptr || gmtime_r(time, to) == nullptr ? EINVAL : 0;
}

errno_t ctime_s(char* to, size_t size, const time_t* time) {
    tm local{};
    const errno_t error = localtime_s(&local, time);
    return error != 0 ? refuse(to, size, error) : asctime_s(to, size, &local);
}

errno_t asctime_s(char* to, size_t size, const tm* time) {
    std::array<char, 64> text{};
    if (time == nullptr || std::strftime(text.data(), text.size(), "%a %b %d %H:%M:%S %Y\n", time) == 0) {
        return refuse(to, size, EINVAL);
    }
    return secure_copy<char>(to, size, text.data());
}

__time64_t _time64(__time64_t* to) {
    const __time64_t now = std::time(nullptr);
    if (to != nullptr) {
        *to = now;
    }
    return now;
}

errno_t _localtime64_s(tm* to, const __time64_t* time) {
    const time_t same = time == nullptr ? 0 : static_cast<time_t>(*time);
    return localtime_s(to, time == nullptr ? nullptr : &same);
}

char* _strtime(char* to) {
    return local_time_text(to, "%H:%M:%S");
}

char* _strdate(char* to) {
    return local_time_text(to, "%m/%d/%y");
}

// The C library has these for 32-bit wchar_t.
#if __SIZEOF_WCHAR_T__ == 2
size_t wcslen(const wchar_t* text) {
    return length_of(text);
}

size_t wcsnlen(const wchar_t* text, size_t size) {
    std::size_t length = 0;
    while (length < size && text[length] != 0) {
        ++length;
    }
    return length;
}

wchar_t* wcscpy(wchar_t* to, const wchar_t* from) {
    std::copy_n(from, length_of(from) + 1, to);
    return to;
}

wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t count) {
    const std::size_t length = wcsnlen(from, count);
    std::copy_n(from, length, to);
    std::fill_n(to + length, count - length, wchar_t());
    return to;
}

wchar_t* wcscat(wchar_t* to, const wchar_t* from) {
    wcscpy(to + length_of(to), from);
    return to;
}

wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t count) {
    wchar_t* const end = to + length_of(to);
    const std::size_t length = wcsnlen(from, count);
    std::copy_n(from, length, end);
    end[length] = 0;
    return to;
}

int wcsncmp(const wchar_t* first, const wchar_t* second, size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<Unit>(first[i]);
        const auto b = static_cast<Unit>(second[i]);
        if (a != b || a == 0) {
            return a < b ? -1 : (a > b ? 1 : 0);
        }
    }
    return 0;
}

int wcscmp(const wchar_t* first, const wchar_t* second) {
    return wcsncmp(first, second, SIZE_MAX);
}

size_t wcsspn(const wchar_t* text, const wchar_t* accept) {
    return span(text, accept, true);
}

size_t wcscspn(const wchar_t* text, const wchar_t* reject) {
    return span(text, reject, false);
}

wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t count) {
    std::memcpy(to, from, count * sizeof(wchar_t));
    return to;
}

wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t count) {
    std::memmove(to, from, count * sizeof(wchar_t));
    return to;
}

wchar_t* wmemset(wchar_t* to, wchar_t character, size_t count) {
    std::fill_n(to, count, character);
    return to;
}

int wmemcmp(const wchar_t* first, const wchar_t* second, size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (first[i] != second[i]) {
            return static_cast<Unit>(first[i]) < static_cast<Unit>(second[i]) ? -1 : 1;
        }
    }
    return 0;
}

const wchar_t* wcschr(const wchar_t* text, wchar_t character) {
    const wchar_t* const end = text + length_of(text) + 1; // the NUL can be looked for
    const wchar_t* const found = std::find(text, end, character);
    return found == end ? nullptr : found;
}

const wchar_t* wcsrchr(const wchar_t* text, wchar_t character) {
    for (std::size_t i = length_of(text) + 1; i-- > 0;) {
        if (text[i] == character) {
            return text + i;
        }
    }
    return nullptr;
}

const wchar_t* wcsstr(const wchar_t* text, const wchar_t* part) {
    const wchar_t* const end = text + length_of(text);
    const wchar_t* const found = std::search(text, end, part, part + length_of(part));
    return found == end && *part != 0 ? nullptr : found;
}

const wchar_t* wcspbrk(const wchar_t* text, const wchar_t* accept) {
    const wchar_t* const found = text + span(text, accept, false);
    return *found == 0 ? nullptr : found;
}

const wchar_t* wmemchr(const wchar_t* text, wchar_t character, size_t count) {
    const wchar_t* const found = std::find(text, text + count, character);
    return found == text + count ? nullptr : found;
}

// clang-format off
#define INTEGER_FUNCTION(name, type, read) \
    type name(const wchar_t* text, wchar_t** end, int base) { \
        return read_number(text, end, [&](const char* from, char** stop) { return read(from, stop, base); }); \
    }
INTEGER_FUNCTION(wcstol, long, std::strtol)
INTEGER_FUNCTION(wcstoul, unsigned long, std::strtoul)

#define FLOATING_FUNCTION(name, type, read) \
    type name(const wchar_t* text, wchar_t** end) { return read_number(text, end, read); }
FLOATING_FUNCTION(wcstof, float, std::strtof)
FLOATING_FUNCTION(wcstod, double, std::strtod)
// clang-format on

size_t wcsftime(wchar_t* to, size_t size, const wchar_t* format, const tm* time) {
    std::string text(4 * size, '\0');
    // A character more, because an empty result looks like a failure.
    const std::string with_mark = utf8(format) + 'x';
    const std::size_t length = std::strftime(text.data(), text.size(), with_mark.c_str(), time);
    if (length == 0) {
        return 0;
    }
    const auto converted = compat::to_wide<Unit>(std::string_view(text).substr(0, length - 1));
    if (converted.size() >= size) {
        return 0;
    }
    compat::copy_text<Unit>(converted, compat::units(to), size);
    return converted.size();
}

// The parameters of these two have the C standard's names, since the C library's header gives them.
size_t mbstowcs(wchar_t* pwcs, const char* s, size_t n) noexcept {
    if (!compat::is_well_formed(s)) {
        errno = EILSEQ;
        return static_cast<size_t>(-1);
    }
    const auto text = compat::to_wide<Unit>(s);
    if (pwcs == nullptr) {
        return text.size();
    }
    const std::size_t copied = text.copy(compat::units(pwcs), n);
    if (copied < n) {
        pwcs[copied] = 0;
    }
    return copied;
}

size_t wcstombs(char* s, const wchar_t* pwcs, size_t n) noexcept {
    const std::string text = utf8(pwcs);
    if (!compat::is_well_formed(text)) {
        errno = EILSEQ;
        return static_cast<size_t>(-1);
    }
    if (s == nullptr) {
        return text.size();
    }
    // Whole characters only.
    std::size_t copied = std::min(n, text.size());
    while (copied < text.size() && copied > 0 && (static_cast<unsigned char>(text[copied]) & 0xC0) == 0x80) {
        --copied;
    }
    text.copy(s, copied);
    if (copied < n) {
        s[copied] = '\0';
    }
    return copied;
}
#endif

extern "C" long long pdh_compat_read_signed(const wchar_t* text, wchar_t** end, int base)
    PDH_SHIM_CRT(wcstoll);
long long pdh_compat_read_signed(const wchar_t* text, wchar_t** end, int base) {
    return read_number(
        text, end, [&](const char* from, char** stop) { return std::strtoll(from, stop, base); });
}

extern "C" unsigned long long pdh_compat_read_unsigned(const wchar_t* text, wchar_t** end, int base)
    PDH_SHIM_CRT(wcstoull);
unsigned long long pdh_compat_read_unsigned(const wchar_t* text, wchar_t** end, int base) {
    return read_number(
        text, end, [&](const char* from, char** stop) { return std::strtoull(from, stop, base); });
}
