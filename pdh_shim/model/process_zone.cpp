// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "model/log_zone.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

// Systems tell the bias of their zone at a time, and have their rules in different forms. So the changes of a
// year are looked for.

namespace pdh_shim::model {
namespace {

using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, ticks_per_second>>;

constexpr std::chrono::sys_days first_day_of_file_times = std::chrono::year(1601) / 1 / 1;

struct BiasChange {
    std::int64_t utc = 0;
    std::int32_t before = 0;
    std::int32_t after = 0;
};

std::chrono::sys_days day_of_time(std::int64_t time) {
    return first_day_of_file_times + std::chrono::floor<std::chrono::days>(Ticks(time));
}

std::int64_t start_of(std::chrono::year year) {
    return Ticks(std::chrono::sys_days(year / 1 / 1) - first_day_of_file_times).count();
}

/// To the second.
BiasChange find_change(std::int64_t before, std::int64_t after, std::int32_t bias) {
    while (after - before > ticks_per_second) {
        const std::int64_t middle = before + (after - before) / 2 / ticks_per_second * ticks_per_second;
        (time_zone_at(middle).bias == bias ? before : after) = middle;
    }
    return {after, bias, time_zone_at(after).bias};
}

std::vector<BiasChange> changes_of(std::chrono::year year) {
    constexpr std::int64_t day = 24 * std::int64_t{3600} * ticks_per_second;
    std::vector<BiasChange> changes;
    std::int64_t before = start_of(year);
    std::int32_t bias = time_zone_at(before).bias;
    for (std::int64_t time = before + day; time <= start_of(year + std::chrono::years(1)); time += day) {
        if (time_zone_at(time).bias != bias) {
            changes.push_back(find_change(before, time, bias));
            bias = changes.back().after;
        }
        before = time;
    }
    return changes;
}

/// What the clocks show at a change, as Windows writes it: the nth of a day of the week in a month.
ZoneRules::Change date_of(const BiasChange& change) {
    const std::int64_t local = to_local(change.utc, change.before);
    const std::chrono::sys_days day = day_of_time(local);
    const std::chrono::year_month_day date(day);
    const std::chrono::year_month_weekday place(day);
    const bool is_last = std::chrono::year_month_day(day + std::chrono::weeks(1)).month() != date.month();
    const std::chrono::hh_mm_ss clock(
        std::chrono::floor<std::chrono::seconds>(Ticks(local) - (day - first_day_of_file_times)));
    return {0, static_cast<std::uint16_t>(unsigned{date.month()}),
        static_cast<std::uint16_t>(place.weekday().c_encoding()),
        static_cast<std::uint16_t>(is_last ? 5U : place.index()),
        static_cast<std::uint16_t>(clock.hours().count()),
        static_cast<std::uint16_t>(clock.minutes().count()),
        static_cast<std::uint16_t>(clock.seconds().count()), 0};
}

} // namespace

LogZone process_zone(std::int64_t utc) {
    const TimeZone now = time_zone_at(utc);
    const std::chrono::year_month_day today(day_of_time(to_local(utc, now.bias)));
    const std::chrono::year year(std::clamp(static_cast<int>(today.year()), 1602, 9998)); // or times overflow
    const std::vector<BiasChange> changes = changes_of(year);
    if (changes.size() != 2 || changes[0].before != changes[1].after) {
        return LogZone::fixed(now.bias, now.name);
    }
    const auto& [begin, end] = changes[0].after < changes[0].before ? std::pair(changes[0], changes[1])
                                                                    : std::pair(changes[1], changes[0]);
    ZoneRules rules;
    rules.bias = end.after;
    rules.standard_name = zone_name(time_zone_at(end.utc).name);
    rules.standard_date = date_of(end);
    rules.daylight_name = zone_name(time_zone_at(begin.utc).name);
    rules.daylight_date = date_of(begin);
    rules.daylight_bias = begin.after - end.after;
    return LogZone(rules);
}

} // namespace pdh_shim::model
