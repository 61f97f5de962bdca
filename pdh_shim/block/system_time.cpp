// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/system_time.h"

#include <algorithm>
#include <chrono>

namespace pdh_shim::block {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::int64_t ticks_per_millisecond = 10'000;
constexpr std::int64_t milliseconds_per_day = 86'400'000;
constexpr int first_year = 1601;
constexpr int last_year = 30827; // of a SYSTEMTIME

constexpr sys_days epoch{std::chrono::year{first_year} / 1 / 1};

bool is_time_of_day(const SystemTime& time) noexcept {
    return time[4] < 24 && time[5] < 60 && time[6] < 60 && time[7] < 1000;
}

} // namespace

std::optional<std::int64_t> to_file_time(const SystemTime& time) noexcept {
    const std::chrono::year_month_day date{
        std::chrono::year{time[0]}, std::chrono::month{time[1]}, std::chrono::day{time[3]}};
    if (time[0] < first_year || time[0] > last_year || !date.ok() || !is_time_of_day(time)) {
        return std::nullopt;
    }
    const std::int64_t day = (sys_days{date} - epoch).count();
    const std::int64_t seconds = (std::int64_t{time[4]} * 60 + time[5]) * 60 + time[6];
    return (day * milliseconds_per_day + seconds * 1000 + time[7]) * ticks_per_millisecond;
}

SystemTime to_system_time(std::int64_t file_time) noexcept {
    const std::int64_t milliseconds = std::max<std::int64_t>(file_time, 0) / ticks_per_millisecond;
    const sys_days day = epoch + days{milliseconds / milliseconds_per_day};
    const std::chrono::year_month_day date{day};
    const std::chrono::weekday weekday{day};
    const std::int64_t rest = milliseconds % milliseconds_per_day;
    return {static_cast<std::uint16_t>(static_cast<int>(date.year())),
        static_cast<std::uint16_t>(static_cast<unsigned>(date.month())),
        static_cast<std::uint16_t>(weekday.c_encoding()),
        static_cast<std::uint16_t>(static_cast<unsigned>(date.day())),
        static_cast<std::uint16_t>(rest / 3'600'000), static_cast<std::uint16_t>(rest / 60'000 % 60),
        static_cast<std::uint16_t>(rest / 1000 % 60), static_cast<std::uint16_t>(rest % 1000)};
}

} // namespace pdh_shim::block
