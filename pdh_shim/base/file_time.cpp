// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file_time.h"

#include <algorithm>

namespace pdh_shim {
namespace {

namespace chr = std::chrono;

constexpr int first_year = 1601;
constexpr int last_year = 30827; // of a SYSTEMTIME
constexpr chr::sys_days first_day = chr::year(first_year) / 1 / 1;

} // namespace

std::optional<std::int64_t> to_file_time(const SystemTime& time) noexcept {
    const auto [year, month, weekday, day, hour, minute, second, millisecond] = time;
    const chr::year_month_day date{chr::year(year), chr::month(month), chr::day(day)};
    if (year < first_year || year > last_year || !date.ok() || hour > 23 || minute > 59 || second > 59 ||
        millisecond > 999) {
        return std::nullopt;
    }
    return file_time_at(date,
        chr::hours(hour) + chr::minutes(minute) + chr::seconds(second) + chr::milliseconds(millisecond));
}

SystemTime to_system_time(std::int64_t file_time) noexcept {
    const Ticks ticks(std::max<std::int64_t>(file_time, 0));
    const auto days = chr::floor<chr::days>(ticks);
    const chr::year_month_day date(first_day + days);
    const chr::weekday weekday(first_day + days);
    const chr::hh_mm_ss clock(chr::floor<chr::milliseconds>(ticks - days));
    return {static_cast<std::uint16_t>(int{date.year()}), static_cast<std::uint16_t>(unsigned{date.month()}),
        static_cast<std::uint16_t>(weekday.c_encoding()), static_cast<std::uint16_t>(unsigned{date.day()}),
        static_cast<std::uint16_t>(clock.hours().count()),
        static_cast<std::uint16_t>(clock.minutes().count()),
        static_cast<std::uint16_t>(clock.seconds().count()),
        static_cast<std::uint16_t>(clock.subseconds().count())};
}

std::int64_t file_time_at(std::chrono::sys_days day, Ticks time_of_day) noexcept {
    return Ticks(day - first_day + time_of_day).count();
}

} // namespace pdh_shim
