// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/numbers_and_times.h"

#include "base/file_time.h"
#include "log/text/number.h"
#include "tools/command/arguments.h"
#include "tools/command/text_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>

namespace pdh_shim::tools::command {

std::string padded(std::uint64_t number, std::size_t digits) {
    const auto text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::string console_number(double value) {
    std::array<char, 320> buffer = {}; // the largest double has 309 digits, a point and six decimals
    const auto result =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 6);
    return {buffer.data(), result.ptr};
}

std::string log_number(double value) {
    std::string text;
    log::text::append_number(text, value);
    return text;
}

void append_shortest(std::string& text, double value) {
    std::array<char, 32> buffer = {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    text.append(buffer.data(), result.ptr);
}

std::string shortest_number(double value) {
    std::string text;
    append_shortest(text, value);
    return text;
}

void append_quoted(std::string& line, std::string_view text) {
    line += '"';
    for (auto quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
        line.append(text.substr(0, quote + 1)) += '"';
        text.remove_prefix(quote + 1);
    }
    line.append(text) += '"';
}

bool is_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string timestamp(std::int64_t file_time) {
    const auto [year, month, weekday, day, hour, minute, second, millisecond] = to_system_time(file_time);
    return padded(month, 2) + '/' + padded(day, 2) + '/' + padded(year, 4) + ' ' + padded(hour, 2) + ':' +
           padded(minute, 2) + ':' + padded(second, 2) + '.' + padded(millisecond, 3);
}

namespace {

std::string two_digits(std::uint64_t value) {
    return padded(value, 2);
}

// Removes a number from the front of a text.
std::optional<int> take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take(std::string_view& text, char wanted) {
    const bool is_there = text.starts_with(wanted);
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

void skip_blanks(std::string_view& text) {
    while (take(text, ' ')) {
    }
}

std::optional<std::array<int, 3>> take_parts(std::string_view& text, char separator) {
    std::array<int, 3> parts = {};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool is_separated = i == 0 || take(text, separator);
        const auto number = is_separated ? take_number(text) : std::nullopt;
        if (!number) {
            return std::nullopt;
        }
        parts[i] = *number;
    }
    return parts;
}

std::optional<std::chrono::sys_days> day_of(int year, int month, int day) {
    const std::chrono::year_month_day date(std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)), std::chrono::day(static_cast<unsigned>(day)));
    const bool is_file_time = year >= 1601 && year <= 9999;
    return is_file_time && date.ok() ? std::optional<std::chrono::sys_days>(date) : std::nullopt;
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
    const auto parts = take_parts(text, '/');
    return parts ? day_of((*parts)[2], (*parts)[0], (*parts)[1]) : std::nullopt;
}

// Digits after a point, as thousandths.
std::optional<int> take_milliseconds(std::string_view& text) {
    constexpr std::size_t most = 3;
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > most) {
        return std::nullopt;
    }
    auto number = take_number(text);
    for (auto i = digits; i < most; ++i) {
        *number *= 10;
    }
    return number;
}

// `Z`, or the distance from UTC, `-08:00`, up to the end of the text.
std::optional<int> parse_bias(std::string_view text) {
    if (text == "Z" || text == "z") {
        return 0;
    }
    const int sign = text.starts_with('-') ? 1 : -1; // a negative distance is a positive bias
    if (!take(text, '-') && !take(text, '+')) {
        return std::nullopt;
    }
    const auto hours = take_number(text);
    const auto minutes = hours && take(text, ':') ? take_number(text) : std::nullopt;
    if (!minutes || *hours > 23 || *minutes > 59 || !text.empty()) {
        return std::nullopt;
    }
    return sign * (*hours * 60 + *minutes);
}

std::optional<ZonedTime> parse_iso_time(std::string_view text) {
    const auto date = take_parts(text, '-');
    const auto day = date ? day_of((*date)[0], (*date)[1], (*date)[2]) : std::nullopt;
    if (!day || (!take(text, 'T') && !take(text, 't'))) {
        return std::nullopt;
    }
    const auto clock = take_parts(text, ':');
    if (!clock || (*clock)[0] > 23 || (*clock)[1] > 59 || (*clock)[2] > 59) {
        return std::nullopt;
    }
    const bool has_fraction = take(text, '.');
    const auto milliseconds = has_fraction ? take_milliseconds(text) : std::optional(0);
    const auto bias = text.empty() ? std::nullopt : parse_bias(text);
    if (!milliseconds || (!text.empty() && !bias)) {
        return std::nullopt;
    }
    const auto time = std::chrono::hours((*clock)[0]) + std::chrono::minutes((*clock)[1]) +
                      std::chrono::seconds((*clock)[2]) + std::chrono::milliseconds(*milliseconds);
    const auto moment = file_time_at(*day, time);
    return ZonedTime{moment, bias, moment + (has_fraction ? ticks_per_second / 1000 : ticks_per_second) - 1};
}

// The hour of 24 that an hour with AM or PM is.
std::optional<int> hour_of_day(int hour, std::string_view half) {
    if (half.empty()) {
        return hour;
    }
    if ((half != "am" && half != "pm") || hour < 1 || hour > 12) {
        return std::nullopt;
    }
    return hour % 12 + (half == "pm" ? 12 : 0);
}

std::optional<std::chrono::seconds> parse_clock(std::string_view text) {
    std::array<int, 3> parts = {}; // hour, minute, second
    for (std::size_t i = 0; i < parts.size() && (i == 0 || take(text, ':')); ++i) {
        const auto number = take_number(text);
        if (!number || *number > (i == 0 ? 23 : 59)) {
            return std::nullopt;
        }
        parts[i] = *number;
    }
    skip_blanks(text);
    const auto hour = hour_of_day(parts[0], lower_case(text));
    if (!hour) {
        return std::nullopt;
    }
    return std::chrono::hours(*hour) + std::chrono::minutes(parts[1]) + std::chrono::seconds(parts[2]);
}

} // namespace

std::string shown_time(std::int64_t file_time) {
    const auto [year, month, weekday, day, hour, minute, second, millisecond] = to_system_time(file_time);
    return std::to_string(month) + '/' + std::to_string(day) + '/' + std::to_string(year) + ' ' +
           std::to_string(hour) + ':' + two_digits(minute) + ':' + two_digits(second);
}

std::string shown_zone(int bias_minutes) {
    const auto minutes = static_cast<unsigned>(bias_minutes < 0 ? -bias_minutes : bias_minutes);
    return (bias_minutes > 0 ? "UTC-" : "UTC+") + two_digits(minutes / 60) + ':' + two_digits(minutes % 60);
}

std::string iso_time(std::int64_t file_time, std::optional<int> bias_minutes) {
    const auto [year, month, weekday, day, hour, minute, second, millisecond] = to_system_time(file_time);
    return std::to_string(year) + '-' + two_digits(month) + '-' + two_digits(day) + 'T' + two_digits(hour) +
           ':' + two_digits(minute) + ':' + two_digits(second) + '.' + padded(millisecond, 3) +
           (bias_minutes ? shown_zone(*bias_minutes).substr(3) : "");
}

std::optional<std::int64_t> parse_time(std::string_view text) {
    skip_blanks(text);
    const auto date = take_date(text);
    if (!date || (!text.empty() && !text.starts_with(' '))) {
        return std::nullopt;
    }
    skip_blanks(text);
    const auto clock = text.empty() ? std::chrono::seconds(0) : parse_clock(text);
    if (!clock) {
        return std::nullopt;
    }
    return file_time_at(*date, *clock);
}

std::optional<ZonedTime> parse_zoned_time(std::string_view text) {
    if (const auto time = parse_time(text)) {
        return ZonedTime{*time, std::nullopt, *time + ticks_per_second - 1};
    }
    return parse_iso_time(text);
}

std::optional<std::uint64_t> parse_milliseconds(std::string_view text) {
    constexpr std::uint64_t in_a_second = 1000;
    const auto point = std::min(text.find('.'), text.size());
    const auto seconds = parse_seconds(text.substr(0, point));
    text.remove_prefix(point);
    const auto rest = take(text, '.') ? take_milliseconds(text) : std::optional(0);
    if (!seconds || !rest || !text.empty()) {
        return std::nullopt;
    }
    return *seconds * in_a_second + static_cast<std::uint64_t>(*rest);
}

std::optional<std::uint64_t> parse_seconds(std::string_view text) {
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t total = 0;
    for (int part = 0; part < 3; ++part) {
        const auto colon = std::min(text.find(':'), text.size());
        const auto number = parse_number(text.substr(0, colon));
        if (!number || *number > (part == 0 ? limit : 59)) {
            return std::nullopt;
        }
        total = total * 60 + *number;
        if (colon == text.size()) {
            return total <= limit ? std::optional(total) : std::nullopt;
        }
        text.remove_prefix(colon + 1);
    }
    return std::nullopt;
}

} // namespace pdh_shim::tools::command
