// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "source/linux/kernel/boot_time.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;
using pdh_shim::ticks_per_second;

TEST_CASE("the uptime is read, or is unread") {
    CHECK(parse_uptime("1162.75 2261.91\n") == 11'627'500'000);
    CHECK(parse_uptime("7") == 7 * ticks_per_second);
    CHECK(parse_uptime("7.123456789") == 71'234'567);
    CHECK(parse_uptime("") == unread);
    CHECK(parse_uptime("-5.0") == unread);
}
