// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "model/log.h"
#include "model/log_zone.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

using namespace pdh_shim;
using model::LogZone;
using model::ZoneRules;

namespace {

constexpr std::int64_t hour = std::int64_t{3600} * ticks_per_second;

std::int64_t file_time(int year, unsigned month, unsigned day, int hours, int minutes = 0) {
    const std::chrono::sys_days date =
        std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
    const std::chrono::sys_days first = std::chrono::year(1601) / 1 / 1;
    return ((date - first).count() * std::int64_t{24} + hours) * hour + minutes * hour / 60;
}

// Summer time from the second Sunday of March to the first of November, as in America since 2007.
ZoneRules pacific() {
    ZoneRules rules;
    rules.bias = 480;
    rules.standard_date = {0, 11, 0, 1, 2};
    rules.daylight_date = {0, 3, 0, 2, 2};
    rules.daylight_bias = -60;
    rules.standard_name = {u'P', u'S', u'T'};
    rules.daylight_name = {u'P', u'D', u'T'};
    return rules;
}

// From the first Sunday of October to that of April, as in Sydney.
ZoneRules sydney() {
    ZoneRules rules;
    rules.bias = -600;
    rules.standard_date = {0, 4, 0, 1, 3};
    rules.daylight_date = {0, 10, 0, 1, 2};
    rules.daylight_bias = -60;
    return rules;
}

model::LogRecord record_of(std::int64_t local_time, std::int64_t second) {
    model::LogRecord record;
    record.time_stamp = local_time;
    record.cells.resize(1);
    record.cells[0].is_there = true;
    record.cells[0].value.second = second;
    return record;
}

std::vector<model::LogEntry> entry_of_type(std::uint32_t type) {
    std::vector<model::LogEntry> entries(1);
    entries[0].type = type;
    return entries;
}

constexpr std::uint32_t timer_of_100ns = 0x20510500; // PERF_100NSEC_TIMER

} // namespace

TEST_CASE("a zone with rules has the bias of the season") {
    const LogZone zone(pacific());
    CHECK(zone.bias_at_local(file_time(2011, 1, 15, 12)) == 480);
    CHECK(zone.bias_at_local(file_time(2011, 7, 15, 12)) == 420);
    CHECK(zone.bias_at_local(file_time(2011, 3, 13, 1, 59)) == 480);
    CHECK(zone.bias_at_local(file_time(2011, 3, 13, 3)) == 420);
    CHECK(zone.bias_at_utc(file_time(2011, 3, 13, 9, 59)) == 480);
    CHECK(zone.bias_at_utc(file_time(2011, 3, 13, 10)) == 420);
    CHECK(zone.name_of(480) == "PST");
    CHECK(zone.name_of(420) == "PDT");
}

TEST_CASE("a local time that comes twice has one bias by its UTC, and may have both") {
    const LogZone zone(pacific());
    const std::int64_t twice = file_time(2011, 11, 6, 1, 30);
    CHECK(zone.bias_at_local(twice) == 420);
    CHECK(zone.allows(twice, 420));
    CHECK(zone.allows(twice, 480));
    CHECK_FALSE(zone.allows(twice + hour, 420));
    CHECK(zone.bias_at_utc(file_time(2011, 11, 6, 8, 59)) == 420);
    CHECK(zone.bias_at_utc(file_time(2011, 11, 6, 9)) == 480);
}

TEST_CASE("in the south the year begins in summer time") {
    const LogZone zone(sydney());
    CHECK(zone.bias_at_local(file_time(2026, 1, 1, 0)) == -660);
    CHECK(zone.bias_at_local(file_time(2026, 7, 1, 0)) == -600);
    CHECK(zone.bias_at_local(file_time(2026, 12, 31, 23)) == -660);
    CHECK(zone.bias_at_utc(file_time(2025, 12, 31, 20)) == -660);
}

TEST_CASE("a change on the last Sunday of a month is on its last one") {
    ZoneRules rules;
    rules.bias = -60;
    rules.standard_date = {0, 10, 0, 5, 3};
    rules.daylight_date = {0, 3, 0, 5, 2};
    rules.daylight_bias = -60;
    const LogZone zone(rules);
    CHECK(zone.bias_at_utc(file_time(2026, 10, 25, 0, 59)) == -120);
    CHECK(zone.bias_at_utc(file_time(2026, 10, 25, 1)) == -60);
    CHECK(zone.bias_at_utc(file_time(2023, 3, 26, 1)) == -120);
}

TEST_CASE("a zone that is not known has no bias, and one without seasons a single one") {
    CHECK_FALSE(LogZone().is_known());
    CHECK_FALSE(LogZone().bias_at_local(0).has_value());
    const LogZone india = LogZone::fixed(-330, "India Standard Time");
    CHECK(india.bias_at_local(file_time(2026, 7, 1, 0)) == -330);
    CHECK(india.bias_at_utc(file_time(2026, 1, 1, 0)) == -330);
    CHECK(india.name_of(-330) == "India Standard Time");
}

TEST_CASE("the bytes of a zone are read as they were written") {
    const auto bytes = model::zone_bytes(pacific());
    CHECK(model::read_zone_rules(bytes) == pacific());
}

TEST_CASE("whatever the bytes of a zone are, it has a bias or is not known") {
    std::array<std::byte, ZoneRules::size> bytes{};
    for (unsigned seed = 1; seed < 2000; ++seed) {
        std::uint32_t state = seed;
        for (std::byte& byte : bytes) {
            state = state * 1664525U + 1013904223U;
            byte = static_cast<std::byte>(seed % 3 == 0 ? state >> 24U : state >> 30U);
        }
        const LogZone zone(model::read_zone_rules(bytes));
        for (const std::int64_t time : std::array{std::numeric_limits<std::int64_t>::min(), std::int64_t{0},
                 file_time(2026, 6, 1, 0), std::numeric_limits<std::int64_t>::max()}) {
            CHECK(zone.bias_at_local(time).has_value() == zone.is_known());
            CHECK(zone.bias_at_utc(time).has_value() == zone.is_known());
        }
    }
}

TEST_CASE("a counter of 100 ns says the bias of its record") {
    const std::int64_t local = file_time(2011, 7, 15, 12);
    const model::RecordClock clock(entry_of_type(timer_of_100ns));
    CHECK(clock.bias_of(record_of(local, local + 7 * hour)) == 420);
    CHECK(clock.bias_of(record_of(local, local + 7 * hour + 2 * ticks_per_second)) == 420);
    CHECK(clock.bias_of(record_of(local, local - 5 * hour - hour / 2 - hour / 4)) == -345);
}

TEST_CASE("a second clock that cannot be UTC gives no bias") {
    const std::int64_t local = file_time(2011, 7, 15, 12);
    const model::RecordClock clock(entry_of_type(timer_of_100ns));
    CHECK_FALSE(clock.bias_of(record_of(local, local + hour / 8)).has_value());
    CHECK_FALSE(clock.bias_of(record_of(local, local + 16 * hour)).has_value());
    CHECK_FALSE(clock.bias_of(record_of(local, 12345)).has_value());
    model::LogRecord blank = record_of(local, local);
    blank.cells[0].is_there = false;
    CHECK_FALSE(clock.bias_of(blank).has_value());
    constexpr std::uint32_t counter_of_ticks = 0x10410400; // PERF_COUNTER_COUNTER
    CHECK_FALSE(
        model::RecordClock(entry_of_type(counter_of_ticks)).bias_of(record_of(local, local)).has_value());
}

TEST_CASE("records correct the zone that they contradict, and no other") {
    model::RecordZone zone{LogZone(pacific())};
    model::LogRecord record;
    record.time_stamp = file_time(2011, 11, 6, 1, 30);
    record.bias = 480; // the second time
    CHECK(zone.bias_of(record) == 480);
    CHECK(zone.zone() == LogZone(pacific()));
    record.time_stamp = file_time(2011, 11, 7, 0);
    record.bias = -540;
    CHECK(zone.bias_of(record) == -540);
    record.bias.reset();
    CHECK(zone.bias_of(record) == -540);
}

namespace {

/// The zone of this process, for one case.
class ZoneOfCase : boost::noncopyable {
  public:
    explicit ZoneOfCase(const char* zone) {
        setenv("TZ", zone, 1);
        tzset();
    }
    ~ZoneOfCase() {
        unsetenv("TZ");
        tzset();
    }
};

constexpr std::int64_t day = std::int64_t{24 * 3600} * ticks_per_second;
constexpr std::int64_t in_january = unix_epoch_as_file_time + 20468 * day; // 2026-01-15
constexpr std::int64_t in_july = in_january + 181 * day;

} // namespace

TEST_CASE("the zone of the process has the rules of its summer time") {
    const ZoneOfCase zone("CET-1CEST,M3.5.0,M10.5.0/3");
    const model::LogZone found = model::process_zone(in_january);
    REQUIRE(found.is_known());
    CHECK(found.rules()->bias == -60);
    CHECK(found.rules()->daylight_bias == -60);
    CHECK(found.rules()->daylight_date == model::ZoneRules::Change{0, 3, 0, 5, 2});
    CHECK(found.rules()->standard_date == model::ZoneRules::Change{0, 10, 0, 5, 3});
    CHECK(found.name_of(-60) == "CET");
    CHECK(found.name_of(-120) == "CEST");
    for (std::int64_t time = in_january - 400 * day; time < in_january + 400 * day; time += day / 4) {
        CHECK(found.bias_at_utc(time) == time_zone_at(time).bias);
    }
}

TEST_CASE("a zone of the south has its rules too") {
    const ZoneOfCase zone("AEST-10AEDT,M10.1.0,M4.1.0/3");
    const model::LogZone found = model::process_zone(in_july);
    CHECK(found.bias_at_utc(in_january) == -660);
    CHECK(found.bias_at_utc(in_july) == -600);
    CHECK(found.rules()->daylight_date == model::ZoneRules::Change{0, 10, 0, 1, 2});
    CHECK(found.rules()->standard_date == model::ZoneRules::Change{0, 4, 0, 1, 3});
}

TEST_CASE("a zone without summer time has one bias") {
    const ZoneOfCase zone("IST-5:30");
    CHECK(model::process_zone(in_july) == model::LogZone::fixed(-330, "IST"));
}
