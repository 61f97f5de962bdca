// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/system/thermal_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("a zone's folder has its number behind its name") {
    CHECK(thermal_zone_number("thermal_zone12") == 12);
    CHECK_FALSE(thermal_zone_number("thermal_zone"));
    CHECK_FALSE(thermal_zone_number("thermal_zone1x"));
    CHECK_FALSE(thermal_zone_number("cooling_device1"));
}

TEST_CASE("thousandths of a degree Celsius become tenths of a kelvin") {
    CHECK(parse_temperature("0\n") == 2731);
    CHECK(parse_temperature("45000\n") == 3181);
    CHECK(parse_temperature("-273150") == 0);
    CHECK(parse_temperature("-273151") == unread);
    CHECK(parse_temperature("") == unread);
    CHECK(parse_temperature("45.0\n") == unread);
    CHECK(parse_temperature("99999999999999999999\n") <= number_max);
}
