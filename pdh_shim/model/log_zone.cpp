// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/log_zone.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/file_time.h"
#include "base/saturating.h"
#include "base/text.h"
#include "model/log.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace pdh_shim::model {
namespace {

constexpr std::int64_t ticks_per_minute = 60 * ticks_per_second;

// Words of a SYSTEMTIME.
constexpr std::size_t year_word = 0;
constexpr std::size_t month_word = 1;
constexpr std::size_t weekday_word = 2;
constexpr std::size_t day_word = 3;
constexpr std::size_t hour_word = 4;

/// Of times beyond those that are written with four digits, the nearest such year.
int year_of(std::int64_t time) {
    return std::min<int>(to_system_time(time)[year_word], 9999);
}

// The day of a change: the nth of a day of the week in a month, of which 5 is the last; or, with a year, a
// day of the month. Rules with a year hold for each year, as there are no others.
std::chrono::sys_days day_of(const ZoneRules::Change& change, int year) {
    const std::chrono::year_month month{std::chrono::year(year), std::chrono::month(change[month_word])};
    if (change[year_word] != 0) {
        return month / std::chrono::day(change[day_word]);
    }
    const std::chrono::weekday weekday{change[weekday_word] % 7U};
    return change[day_word] >= 5
               ? std::chrono::sys_days(month / weekday[std::chrono::last])
               : std::chrono::sys_days(month / weekday[std::max<unsigned>(change[day_word], 1)]);
}

/// As the clocks show it then.
std::int64_t local_time_of(const ZoneRules::Change& change, int year) {
    const std::chrono::hours hours(change[hour_word]);
    const std::chrono::minutes minutes(change[hour_word + 1]);
    const std::chrono::seconds seconds(change[hour_word + 2]);
    return file_time_at(day_of(change, year), hours + minutes + seconds);
}

bool is_change(const ZoneRules::Change& change) noexcept {
    return change[month_word] >= 1 && change[month_word] <= 12;
}

/// Whether a time of a year lies behind the begin of summer time, and not behind its end; in the south the
/// year begins in it.
bool is_between(std::int64_t time, std::int64_t begin, std::int64_t end) noexcept {
    return begin < end ? time >= begin && time < end : time >= begin || time < end;
}

std::string name_in(const ZoneRules::Name& name) {
    const std::u16string_view all(name.data(), name.size());
    std::string text;
    append_utf16_lossy(text, all.substr(0, all.find(u'\0')));
    return text;
}

template <std::size_t Size, class Word>
void read_words(ByteReader& bytes, std::size_t place, std::array<Word, Size>& words) {
    for (std::size_t i = 0; i < Size; ++i) {
        words[i] = static_cast<Word>(bytes.u16(place + 2 * i));
    }
}

template <class Words>
void append_words(ByteWriter& out, const Words& words) {
    for (const auto word : words) {
        out.u16(static_cast<std::uint16_t>(word));
    }
}

/// Whether samples of a type have the time of the sample as UTC in their second value.
bool has_utc(std::uint32_t type) noexcept {
    constexpr std::uint32_t clock_bits = 0x00300000;
    constexpr std::uint32_t clock_of_100ns = 0x00100000; // PERF_TIMER_100NS
    constexpr std::uint32_t kind_bits = 0x00070000;
    constexpr std::uint32_t kind_of_rate = 0x00010000; // PERF_COUNTER_RATE
    return (type & clock_bits) == clock_of_100ns && (type & kind_bits) == kind_of_rate;
}

} // namespace

std::int64_t to_utc(std::int64_t local_time, std::int32_t bias) noexcept {
    return saturated_add(local_time, bias * ticks_per_minute);
}

std::int64_t to_local(std::int64_t utc, std::int32_t bias) noexcept {
    return saturated_subtract(utc, bias * ticks_per_minute);
}

ZoneRules::Name zone_name(const std::string& name) {
    std::u16string text;
    append_utf8_lossy(text, name);
    ZoneRules::Name kept{};
    std::copy_n(text.begin(), std::min(text.size(), kept.size() - 1), kept.begin());
    return kept;
}

// Where the members stand: Bias, StandardName, StandardDate, StandardBias, DaylightName, DaylightDate,
// DaylightBias.
ZoneRules read_zone_rules(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    ZoneRules rules;
    rules.bias = in.i32(0);
    read_words(in, 4, rules.standard_name);
    read_words(in, 68, rules.standard_date);
    rules.standard_bias = in.i32(84);
    read_words(in, 88, rules.daylight_name);
    read_words(in, 152, rules.daylight_date);
    rules.daylight_bias = in.i32(168);
    return rules;
}

std::array<std::byte, ZoneRules::size> zone_bytes(const ZoneRules& rules) {
    std::vector<std::byte> bytes;
    ByteWriter out(bytes);
    out.u32(static_cast<std::uint32_t>(rules.bias));
    append_words(out, rules.standard_name);
    append_words(out, rules.standard_date);
    out.u32(static_cast<std::uint32_t>(rules.standard_bias));
    append_words(out, rules.daylight_name);
    append_words(out, rules.daylight_date);
    out.u32(static_cast<std::uint32_t>(rules.daylight_bias));
    std::array<std::byte, ZoneRules::size> all{};
    std::ranges::copy(bytes, all.begin());
    return all;
}

LogZone::LogZone(const ZoneRules& rules) {
    constexpr std::int32_t most = 24 * 60;
    const auto is_possible = [](std::int32_t bias) { return bias >= -most && bias <= most; };
    if (is_possible(rules.bias) && is_possible(rules.standard_bias) && is_possible(rules.daylight_bias)) {
        rules_ = rules;
    }
}

LogZone LogZone::fixed(std::int32_t bias, const std::string& name) {
    ZoneRules rules;
    rules.bias = bias;
    rules.standard_name = zone_name(name);
    return LogZone(rules);
}

bool LogZone::has_seasons() const noexcept {
    return is_change(rules_->standard_date) && is_change(rules_->daylight_date);
}

std::optional<std::int32_t> LogZone::bias_at_local(std::int64_t local_time) const {
    if (!rules_) {
        return std::nullopt;
    }
    if (!has_seasons()) {
        return rules_->bias + rules_->standard_bias;
    }
    const int year = year_of(local_time);
    const bool is_summer = is_between(
        local_time, local_time_of(rules_->daylight_date, year), local_time_of(rules_->standard_date, year));
    return rules_->bias + (is_summer ? rules_->daylight_bias : rules_->standard_bias);
}

std::optional<std::int32_t> LogZone::bias_at_utc(std::int64_t utc) const {
    if (!rules_) {
        return std::nullopt;
    }
    const std::int32_t standard = rules_->bias + rules_->standard_bias;
    if (!has_seasons()) {
        return standard;
    }
    const std::int32_t daylight = rules_->bias + rules_->daylight_bias;
    const int year = year_of(to_local(utc, standard));
    const bool is_summer = is_between(utc, to_utc(local_time_of(rules_->daylight_date, year), standard),
        to_utc(local_time_of(rules_->standard_date, year), daylight));
    return is_summer ? daylight : standard;
}

bool LogZone::allows(std::int64_t local_time, std::int32_t bias) const {
    return bias_at_utc(to_utc(local_time, bias)) == bias;
}

std::string LogZone::name_of(std::int32_t bias) const {
    if (!rules_) {
        return {};
    }
    const bool is_summer = has_seasons() && bias == rules_->bias + rules_->daylight_bias &&
                           rules_->daylight_bias != rules_->standard_bias;
    return name_in(is_summer ? rules_->daylight_name : rules_->standard_name);
}

std::optional<std::int32_t> bias_between(std::int64_t utc, std::int64_t local_time) noexcept {
    constexpr std::int32_t quarter = 15;
    constexpr std::int32_t most = 15 * 60;
    constexpr double most_apart = 5; // minutes
    const double minutes =
        (static_cast<double>(utc) - static_cast<double>(local_time)) / static_cast<double>(ticks_per_minute);
    const double rounded = std::round(minutes / quarter) * quarter;
    if (!(std::abs(rounded) <= most) || std::abs(minutes - rounded) > most_apart) {
        return std::nullopt;
    }
    return static_cast<std::int32_t>(rounded);
}

RecordClock::RecordClock(std::span<const LogEntry> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].kind != LogEntryKind::object && has_utc(entries[i].type)) {
            entries_.push_back(i);
        }
    }
}

std::optional<std::int32_t> RecordClock::bias_of(const LogRecord& record) const {
    for (const std::size_t entry : entries_) {
        const LogCell& cell = record.cells[entry];
        const LogValue& value = cell.instances.empty() ? cell.value : cell.instances.front().value;
        const bool is_valid = cell.is_there && is_valid_data(static_cast<Status>(value.cstatus));
        const auto bias = is_valid ? bias_between(value.second, record.time_stamp) : std::nullopt;
        if (bias) {
            return bias;
        }
    }
    return std::nullopt;
}

std::optional<std::int32_t> RecordZone::bias_of(const LogRecord& record) {
    if (!record.bias) {
        return zone_.bias_at_local(record.time_stamp);
    }
    if (!zone_.allows(record.time_stamp, *record.bias)) {
        zone_ = LogZone::fixed(*record.bias);
    }
    return record.bias;
}

} // namespace pdh_shim::model

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
