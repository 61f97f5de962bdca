// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "model/log_zone.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

using namespace pdh_shim;

namespace {

/// The zone of this process, for one case.
class ZoneOfCase {
  public:
    explicit ZoneOfCase(const char* zone) {
        setenv("TZ", zone, 1);
        tzset();
    }
    ~ZoneOfCase() {
        unsetenv("TZ");
        tzset();
    }
    ZoneOfCase(const ZoneOfCase&) = delete;
    ZoneOfCase& operator=(const ZoneOfCase&) = delete;
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
