// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>

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
