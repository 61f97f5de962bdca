// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/system/system_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;
using pdh_shim::ticks_per_second;

TEST_CASE("uptime, threads and the newest task are read, or are unread") {
    CHECK(parse_uptime("1162.75 2261.91\n") == 11'627'500'000);
    CHECK(parse_uptime("7") == 7 * ticks_per_second);
    CHECK(parse_uptime("7.123456789") == 71'234'567);
    CHECK(parse_uptime("") == unread);
    CHECK(parse_uptime("-5.0") == unread);
    CHECK(parse_thread_count("0.00 0.04 0.01 2/91 5627\n") == 91);
    CHECK(parse_thread_count("0.00") == unread);
    CHECK(parse_thread_count("0.00 2/") == unread);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91 5627\n") == 5627);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91") == unread);
}

TEST_CASE("the sizes of modules are added up, and lines without one are left out") {
    CHECK(parse_module_sizes("a 4096 0 - Live 0x0\nb 8192 1 a, Live 0x0\n") == 12'288);
    CHECK(parse_module_sizes("a\n\nb -5 0\nc x\nd 7") == 7);
    CHECK(parse_module_sizes("") == 0);
    CHECK(parse_module_sizes("a 9999999999999999999999\nb 1\n") == number_max);
}
