// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/file_time.h"
#include "model/log_zone.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

// Systems tell the bias of their zone at a time, and have their rules in different forms. So the changes of a
// year are looked for.

namespace pdh_shim::model {
namespace {

struct BiasChange {
    std::int64_t utc = 0;
    std::int32_t before = 0;
    std::int32_t after = 0;
};

std::int64_t start_of(int year) {
    return file_time_at(std::chrono::year(year) / 1 / 1);
}

/// To the second.
BiasChange find_change(std::int64_t before, std::int64_t after, std::int32_t bias) {
    while (after - before > ticks_per_second) {
        const std::int64_t middle = before + (after - before) / 2 / ticks_per_second * ticks_per_second;
        (time_zone_at(middle).bias == bias ? before : after) = middle;
    }
    return {after, bias, time_zone_at(after).bias};
}

std::vector<BiasChange> changes_of(int year) {
    constexpr std::int64_t day = 24 * std::int64_t{3600} * ticks_per_second;
    std::vector<BiasChange> changes;
    std::int64_t before = start_of(year);
    std::int32_t bias = time_zone_at(before).bias;
    for (std::int64_t time = before + day; time <= start_of(year + 1); time += day) {
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
    const auto [year, month, weekday, day, hour, minute, second, millisecond] =
        to_system_time(to_local(change.utc, change.before));
    const bool is_last = !(std::chrono::year(year) / month / (day + 7)).ok();
    const int place = is_last ? 5 : (day + 6) / 7;
    return {0, month, weekday, static_cast<std::uint16_t>(place), hour, minute, second, 0};
}

} // namespace

LogZone process_zone(std::int64_t utc) {
    const TimeZone now = time_zone_at(utc);
    const int today = to_system_time(to_local(utc, now.bias))[0];
    const int year = std::clamp(today, 1602, 9998); // or times overflow
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
