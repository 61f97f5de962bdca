// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/platform/posix/time_zone_rules.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <span>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace fs = std::filesystem;
using namespace pdh_shim::platform;
using pdh_shim::test::TemporaryFolder;

namespace {

constexpr std::int64_t of_1900 = -2'208'988'800;
constexpr std::int64_t of_1971 = 31'536'000; // before, the C library's rules have no summer time

const std::string database = "/usr/share/zoneinfo";

class ZoneOfProcess : boost::noncopyable {
  public:
    explicit ZoneOfProcess(const std::string& zone) {
        setenv("TZ", zone.c_str(), 1);
        tzset();
    }
    ~ZoneOfProcess() {
        unsetenv("TZ");
        tzset();
    }
};

/// How many times of a zone have another offset or name than the C library says.
int differences(const std::string& zone, std::int64_t begin) {
    const ZoneOfProcess of_process(zone);
    const TimeZoneRules rules = load_time_zone(zone, {database});
    int different = 0;
    // Up to 2200, in steps that meet all hours and days of the week.
    constexpr std::int64_t step = std::int64_t{5} * 86'400 + 3607;
    for (std::int64_t time = begin; time < 7'258'118'400; time += step) {
        const auto seconds = static_cast<std::time_t>(time);
        std::tm expected{};
        REQUIRE(localtime_r(&seconds, &expected) != nullptr);
        const LocalTimeType& found = rules.at(time);
        different += found.offset != expected.tm_gmtoff || found.name != expected.tm_zone ? 1 : 0;
    }
    return different;
}

void append(std::string& bytes, std::uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        bytes += static_cast<char>(value >> static_cast<unsigned>(shift));
    }
}

/// The tables of one version: two types, and a change to the second one.
std::string tables(int time_size, std::int64_t change) {
    std::string bytes = std::string("TZif2") + std::string(15, '\0');
    for (const int count : {0, 0, 0, 1, 2, 8}) {
        append(bytes, static_cast<std::uint64_t>(count), 4);
    }
    append(bytes, static_cast<std::uint64_t>(change), time_size);
    bytes += '\1';
    append(bytes, 3600, 4);
    bytes += std::string("\0\0", 2);
    append(bytes, 7200, 4);
    bytes += std::string("\1\4", 2);
    return bytes + std::string("ONE\0TWO\0", 8);
}

constexpr std::int64_t change = 1'000'000;

std::string file_with(const std::string& footer) {
    return tables(4, change) + tables(8, change) + '\n' + footer + '\n';
}

std::optional<TimeZoneRules> parse(const std::string& bytes) {
    return TimeZoneRules::parse(std::as_bytes(std::span(bytes)));
}

} // namespace

TEST_CASE("rules in the form of POSIX give the C library's offsets and names") {
    for (const char* const zone : {"UTC0", "EST5", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
             "<+0330>-3:30<+0430>,J79/24,J263/24", "AEST-10AEDT,M10.1.0,M4.1.0/3", "XXX3EDT4,0/0,J365/23",
             "IST-1GMT0,M10.5.0,M3.5.0/1", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "AAA1BBB,59,300/4:30:10",
             "AAA-1BBB,J59,J60", "LHST-10:30LHDT-11,M10.1.0,M4.1.0"}) {
        CHECK_MESSAGE(differences(zone, of_1971) == 0, std::string(zone));
    }
}

TEST_CASE("the zones of the system's database have the C library's offsets and names") {
    if (!fs::exists(database + "/Europe/Berlin")) {
        MESSAGE("skipped: the system has no database of zones");
        return;
    }
    for (const char* const zone : {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
             "Europe/Dublin", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Apia", "America/Sao_Paulo",
             "Antarctica/Troll", "UTC", ":Europe/Berlin", "/usr/share/zoneinfo/Asia/Tehran"}) {
        CHECK_MESSAGE(differences(zone, of_1900) == 0, std::string(zone));
    }
}

TEST_CASE("ill-formed rules are refused") {
    for (const char* const text :
        {"", "C1", "CET", "CET-1C", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
            "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
            "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J10", "CET-1CEST,J366,J10",
            "CET-168", "CET-1:60", "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "CET99999999999999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_yearly_rules(text).has_value());
    }
}

TEST_CASE("a file of the database has types, changes, and rules for the time behind them") {
    const auto rules = parse(file_with("THR-3FOU-4,M3.5.0,M10.5.0"));
    REQUIRE(rules.has_value());
    CHECK(rules->at(change - 1) == LocalTimeType{3600, false, "ONE"});
    CHECK(rules->at(change).offset == 10'800); // January
    CHECK(rules->at(change + std::int64_t{180} * 86'400).name == "FOU");
    CHECK(parse(file_with(""))->at(change) == LocalTimeType{7200, true, "TWO"});
    CHECK(parse(file_with("nonsense"))->at(change).name == "TWO");
    std::string first_version = tables(4, -change);
    first_version[4] = '\0';
    CHECK(parse(first_version)->at(-change - 1).name == "ONE");
    CHECK(parse(first_version)->at(INT64_MAX).name == "TWO");
    CHECK(parse(first_version)->at(INT64_MIN).name == "ONE");
}

TEST_CASE("a damaged file of the database is refused") {
    const std::string whole = file_with("THR-3");
    for (std::size_t size = 0; size + 8 < whole.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(parse(whole.substr(0, size)).has_value());
    }
    const std::size_t second = tables(4, change).size();
    const auto changed = [&](std::size_t at, char value) {
        std::string bytes = whole;
        bytes[second + at] = value;
        return parse(bytes).has_value();
    };
    CHECK(changed(44 + 8, 1));
    CHECK_FALSE(changed(0, 'X'));           // the header
    CHECK_FALSE(changed(32, 1));            // 16 million changes
    CHECK_FALSE(changed(39, 0));            // no types
    CHECK_FALSE(changed(44 + 8, 2));        // a type that is not there
    CHECK_FALSE(changed(44 + 8 + 1, 0x7F)); // an offset of years
}

TEST_CASE("what is not the file of a zone is UTC, at once") {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    REQUIRE(mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR) == 0);
    folder.write("zone", file_with("THR-3"));
    folder.write("text", "not a zone");
    CHECK(load_time_zone("zone", {folder.path("none"), folder.path()}).at(0).name == "ONE");
    CHECK(load_time_zone(":" + folder.path("zone"), {}).at(0).name == "ONE");
    for (const std::string& name : {pipe, ":" + pipe, folder.path(), folder.path("text"),
             folder.path("missing"), std::string("/dev/zero"), std::string("/dev/null"), std::string(),
             std::string(":"), std::string("Mars/Olympus"), std::string(".")}) {
        CAPTURE(name);
        CHECK(load_time_zone(name, {folder.path()}).at(0) == LocalTimeType());
    }
    CHECK(load_time_zone("pipe", {folder.path()}).at(0) == LocalTimeType());
}

using pdh_shim::Instant;
using pdh_shim::system_clock;
using pdh_shim::to_local_file_time;

namespace {

// 2026-01-01T00:00:00Z and 2026-07-01T00:00:00Z as FILETIMEs.
constexpr std::int64_t new_year_2026 = 134'116'992'000'000'000;
constexpr std::int64_t july_2026 = 134'273'376'000'000'000;
constexpr std::int64_t hour = 3600 * pdh_shim::ticks_per_second;

class LocalZone : boost::noncopyable {
  public:
    explicit LocalZone(const char* zone) {
        setenv("TZ", zone, 1);
        tzset();
    }
    ~LocalZone() {
        unsetenv("TZ");
        tzset();
    }
};

} // namespace

TEST_CASE("the performance clock never goes back and keeps its distance to UTC") {
    const Instant first = system_clock().now();
    const Instant second = system_clock().now();
    CHECK(second.perf_time >= first.perf_time);
    CHECK(second.time_100ns - second.perf_time == first.time_100ns - first.perf_time);
}

TEST_CASE("the 100 ns clock starts out as UTC") {
    const Instant now = system_clock().now();
    const std::int64_t difference = now.time_100ns - now.system_time;
    CHECK(difference < 60 * pdh_shim::ticks_per_second);
    CHECK(difference > -60 * pdh_shim::ticks_per_second);
}

TEST_CASE("local time follows the zone and its daylight saving") {
    const LocalZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
    CHECK(to_local_file_time(new_year_2026) == new_year_2026 + hour);
    CHECK(to_local_file_time(july_2026) == july_2026 + 2 * hour);
}

TEST_CASE("local time keeps the fraction of a second, also before 1970") {
    const LocalZone zone("EST5");
    CHECK(to_local_file_time(new_year_2026 + 7) == new_year_2026 + 7 - 5 * hour);
    CHECK(to_local_file_time(10 * hour + 7) == 5 * hour + 7);
}
