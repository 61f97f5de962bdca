// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"

#include <boost/nowide/utf/utf.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace pdh_shim {
namespace {

namespace utf = boost::nowide::utf;

constexpr char32_t last_code_point = 0x10FFFF;
constexpr char16_t replacement = 0xFFFD;

// Where Windows-1252 differs from Latin 1.
constexpr std::size_t first_of_windows_1252 = 0x80;
constexpr std::array<char16_t, 32> windows_1252{0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
    0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C,
    0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

/// A code point and its number of units; 0 units for an ill-formed sequence.
struct CodePoint {
    char32_t code = 0;
    std::size_t units = 0;
};

template <class Char>
CodePoint read_code_point(std::basic_string_view<Char> text) noexcept {
    const Char* next = text.data();
    const utf::code_point code = utf::utf_traits<Char>::decode(next, text.data() + text.size());
    if (code == utf::illegal || code == utf::incomplete) {
        return {};
    }
    return {code, static_cast<std::size_t>(next - text.data())};
}

/// Reads one code point of UTF-16; a lone surrogate is returned as it is.
CodePoint read_units(std::u16string_view text) noexcept {
    const CodePoint read = read_code_point(text);
    return read.units == 0 ? CodePoint{static_cast<char32_t>(text.front()), 1} : read;
}

template <class Char>
void append_code_point(std::basic_string<Char>& out, char32_t code) {
    utf::utf_traits<Char>::encode(code, std::back_inserter(out));
}

/// Length of the ASCII text at the start, UTF-8 or UTF-16.
template <class Char>
std::size_t ascii_run(std::basic_string_view<Char> text) noexcept {
    constexpr std::uint64_t beyond_ascii = sizeof(Char) == 1 ? 0x8080808080808080U : 0xFF80FF80FF80FF80U;
    constexpr std::size_t step = sizeof(std::uint64_t) / sizeof(Char);
    std::size_t length = 0;
    for (std::uint64_t word = 0; length + step <= text.size(); length += step) {
        std::memcpy(&word, text.data() + length, sizeof word);
        if ((word & beyond_ascii) != 0) {
            break;
        }
    }
    while (length < text.size() && std::make_unsigned_t<Char>(text[length]) < 0x80) {
        ++length;
    }
    return length;
}

/// Appends the first `count` units, which are ASCII, as units of the other size and removes them from `text`.
template <class To, class From>
void move_ascii(std::basic_string<To>& out, std::basic_string_view<From>& text, std::size_t count) {
    const std::size_t before = out.size();
    out.resize(before + count);
    std::transform(text.begin(), text.begin() + count, out.begin() + static_cast<std::ptrdiff_t>(before),
        [](From unit) { return static_cast<To>(unit); });
    text.remove_prefix(count);
}

/// Appends up to the first ill-formed unit; returns how many units that is.
template <class To, class From>
std::size_t append_well_formed(std::basic_string<To>& out, std::basic_string_view<From> text) {
    const std::size_t size = text.size();
    while (!text.empty()) {
        if (const std::size_t run = ascii_run(text); run != 0) {
            move_ascii(out, text, run);
            continue;
        }
        const CodePoint next = read_code_point(text);
        if (next.units == 0) {
            break;
        }
        append_code_point(out, next.code);
        text.remove_prefix(next.units);
    }
    return size - text.size();
}

/// Appends U+FFFD for each ill-formed unit.
template <class To, class From>
void append_lossy(std::basic_string<To>& out, std::basic_string_view<From> text) {
    text.remove_prefix(append_well_formed(out, text));
    while (!text.empty()) {
        append_code_point(out, replacement);
        text.remove_prefix(1);
        text.remove_prefix(append_well_formed(out, text));
    }
}

// Folding. The runs of fold_table.inc are laid out at compile time as pages of differences, so that a unit
// costs two loads; all units without upper case share the page of zeros.
constexpr std::size_t page_size = 64;
constexpr std::size_t page_count = 0x10000 / page_size;

struct FoldRun {
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t step;
    std::uint16_t add;
};

constexpr FoldRun fold_runs[] = {
#define FOLD(first, last, step, add) {first, last, step, add},
#include "base/fold_table.inc"
#undef FOLD
};

constexpr std::array<bool, page_count> used_pages() {
    std::array<bool, page_count> used{};
    for (const FoldRun& run : fold_runs) {
        for (std::size_t page = run.first / page_size; page <= run.last / page_size; ++page) {
            used[page] = true;
        }
    }
    return used;
}

constexpr std::size_t used_page_count = [] {
    const auto used = used_pages();
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}();

struct FoldTable {
    std::array<std::uint8_t, page_count> page_of{}; // 0 = the page of zeros
    std::array<std::uint16_t, (used_page_count + 1) * page_size> add{};

    [[nodiscard]] constexpr std::size_t slot(std::size_t unit) const {
        return page_of[unit / page_size] * page_size + unit % page_size;
    }
};

constexpr FoldTable make_fold_table() {
    FoldTable table;
    const auto used = used_pages();
    std::uint8_t next = 0;
    for (std::size_t page = 0; page < page_count; ++page) {
        if (used[page]) {
            table.page_of[page] = ++next;
        }
    }
    for (const FoldRun& run : fold_runs) {
        for (std::size_t unit = run.first; unit <= run.last; unit += run.step) {
            table.add[table.slot(unit)] = run.add;
        }
    }
    return table;
}

static_assert(used_page_count < 256);
constexpr FoldTable fold_table = make_fold_table();

char16_t folded_unit(std::u16string_view text, std::size_t place) noexcept {
    return fold(well_formed_unit(text, place));
}

} // namespace

Result<std::u16string> from_utf8(std::string_view text) {
    std::u16string out;
    out.reserve(text.size());
    if (append_well_formed(out, text) != text.size()) {
        return Status::invalid_argument;
    }
    return out;
}

std::u16string from_utf8_or_windows_1252(std::string_view text) {
    if (auto converted = from_utf8(text)) {
        return std::move(converted).value();
    }
    std::u16string wide(text.size(), u'\0');
    std::ranges::transform(text, wide.begin(), [](char byte) {
        const auto unit = static_cast<unsigned char>(byte);
        const std::size_t place = unit - first_of_windows_1252;
        return place < windows_1252.size() ? windows_1252[place] : char16_t{unit};
    });
    return wide;
}

void append_utf8_lossy(std::u16string& out, std::string_view text) {
    append_lossy(out, text);
}

Result<std::string> to_utf8(std::u16string_view text) {
    std::string out;
    out.reserve(text.size());
    if (append_well_formed(out, text) != text.size()) {
        return Status::invalid_argument;
    }
    return out;
}

void append_utf16_lossy(std::string& out, std::u16string_view text) {
    append_lossy(out, text);
}

Result<std::u16string> from_utf32(std::u32string_view text) {
    std::u16string out;
    out.reserve(text.size());
    for (const char32_t code : text) {
        if (code > last_code_point) {
            return Status::invalid_argument;
        }
        append_code_point(out, code);
    }
    return out;
}

std::u32string to_utf32(std::u16string_view text) {
    std::u32string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const CodePoint next = read_units(text);
        out.push_back(next.code);
        text.remove_prefix(next.units);
    }
    return out;
}

void append_decimal(std::u16string& out, std::uint64_t number) {
    std::array<char, 20> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    move_ascii(out, text, text.size());
}

std::optional<std::uint32_t> parse_decimal(std::u16string_view text) noexcept {
    std::uint64_t value = 0;
    for (const char16_t unit : text) {
        if (unit < u'0' || unit > u'9') {
            return std::nullopt;
        }
        value = value * 10 + (unit - u'0');
        if (value > UINT32_MAX) {
            return std::nullopt;
        }
    }
    return text.empty() ? std::nullopt : std::optional(static_cast<std::uint32_t>(value));
}

std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string plain;
    while (!text.empty()) {
        const auto first = static_cast<std::uint8_t>(text.front());
        const CodePoint next = first < 0x80 ? CodePoint{first, 1} : read_code_point(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(next.units, 1));
        const bool is_shown = next.units != 0 && (next.code == U'\t' || !is_control(next.code));
        for (const char byte : bytes) {
            const auto value = static_cast<std::uint8_t>(byte);
            if (is_shown) {
                plain += byte;
            } else {
                plain += {'\\', 'x', digits[value / 16], digits[value % 16]};
            }
        }
        text.remove_prefix(bytes.size());
    }
    return plain;
}

char16_t fold_beyond_ascii(char16_t unit) noexcept {
    return static_cast<char16_t>(unit + fold_table.add[fold_table.slot(unit)]);
}

std::u16string well_formed(std::u16string_view text) {
    std::u16string result(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        result[i] = well_formed_unit(text, i);
    }
    return result;
}

std::u16string folded(std::u16string_view text) {
    std::u16string result(text);
    std::ranges::transform(result, result.begin(), fold);
    return result;
}

bool equal_folded(std::u16string_view left, std::u16string_view right) noexcept {
    if (left.size() != right.size()) {
        return false;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        // Where units are the same but one of them is a lone surrogate, a unit beside it differs.
        if (left[i] != right[i] && folded_unit(left, i) != folded_unit(right, i)) {
            return false;
        }
    }
    return true;
}

int compare_folded(std::u16string_view left, std::u16string_view right) noexcept {
    const std::size_t common = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < common; ++i) {
        const int difference = folded_unit(left, i) - folded_unit(right, i);
        if (difference != 0) {
            return difference;
        }
    }
    return static_cast<int>(left.size() > common) - static_cast<int>(right.size() > common);
}

std::size_t hash_folded(std::u16string_view text) noexcept {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15U; // 2^64 / golden ratio
    std::uint64_t hash = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        hash = std::rotl((hash ^ folded_unit(text, i)) * multiplier, 29);
    }
    return static_cast<std::size_t>(hash);
}

} // namespace pdh_shim
