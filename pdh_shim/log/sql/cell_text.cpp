// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/cell_text.h"

#include "base/file_time.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>

namespace pdh_shim::log::sql {
namespace {

constexpr SystemTime first_year{1601, 1, 0, 1, 0, 0, 0, 0};
constexpr SystemTime last_year{9999, 12, 0, 31, 23, 59, 59, 999};
constexpr std::int64_t first_time = 0;
constexpr std::int32_t ticks_per_millisecond = 10'000;

void put_digits(std::span<char> place, unsigned value) {
    for (std::size_t i = place.size(); i > 0; --i) {
        place[i - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
}

std::optional<std::uint16_t> digits_at(std::string_view text, std::size_t start, std::size_t count) {
    unsigned value = 0;
    for (const char digit : text.substr(start, count)) {
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        value = value * 10 + static_cast<unsigned>(digit - '0');
    }
    return static_cast<std::uint16_t>(value);
}

std::string_view without_padding(std::string_view text) {
    const std::size_t last = text.find_last_not_of(std::string_view(" \0", 2));
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Where a part of a time stands, and in which word of a SystemTime it goes.
struct TimePart {
    std::size_t start;
    std::size_t count;
    std::size_t word;
};

constexpr std::array parts{TimePart{0, 4, 0}, TimePart{5, 2, 1}, TimePart{8, 2, 3}, TimePart{11, 2, 4},
    TimePart{14, 2, 5}, TimePart{17, 2, 6}, TimePart{20, 3, 7}};
constexpr std::string_view marks = "0000-00-00 00:00:00";

bool has_marks(std::string_view text) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] != '0' && text[i] != marks[i]) {
            return false;
        }
    }
    return text.size() == marks.size() || text[marks.size()] == '.' || text[marks.size()] == ':';
}

} // namespace

TimeText make_time_text(std::int64_t utc, char mark) {
    static const std::int64_t last_time = *to_file_time(last_year);
    const SystemTime time = utc < first_time ? first_year : to_system_time(std::min(utc, last_time));
    TimeText text{};
    std::ranges::copy(marks, text.begin());
    text[marks.size()] = mark;
    for (const TimePart& part : parts) {
        put_digits(std::span(text).subspan(part.start, part.count), time[part.word]);
    }
    return text;
}

std::int32_t ticks_below_text(std::int64_t utc) noexcept {
    return utc < first_time ? 0 : static_cast<std::int32_t>(utc % ticks_per_millisecond);
}

std::int64_t with_ticks(std::int64_t utc, std::int32_t ticks) noexcept {
    return ticks > 0 && ticks < ticks_per_millisecond ? utc + ticks : utc;
}

std::optional<std::int64_t> parse_time_text(std::string_view padded) {
    constexpr std::size_t size_with_fraction = marks.size() + 4;
    const std::string_view text = without_padding(padded);
    if ((text.size() != marks.size() && text.size() != size_with_fraction) || !has_marks(text)) {
        return std::nullopt;
    }
    SystemTime time{};
    for (const TimePart& part : parts) {
        if (part.start < text.size()) {
            const auto number = digits_at(text, part.start, part.count);
            if (!number) {
                return std::nullopt;
            }
            time[part.word] = *number;
        }
    }
    return to_file_time(time);
}

std::optional<std::int64_t> parse_integer(std::string_view padded) {
    const std::string_view text = without_padding(padded);
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<std::int32_t> parse_int(std::string_view text) {
    const auto number = parse_integer(text);
    const bool fits = number && *number >= INT32_MIN && *number <= INT32_MAX;
    return fits ? std::optional(static_cast<std::int32_t>(*number)) : std::nullopt;
}

} // namespace pdh_shim::log::sql
