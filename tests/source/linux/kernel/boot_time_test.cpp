// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "source/linux/kernel/boot_time.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>

using namespace pdh_shim::source::linux;
using pdh_shim::ticks_per_second;

namespace {

constexpr std::int64_t now = 1'000'000 * ticks_per_second;

} // namespace

TEST_CASE("the start of the machine is the time less its up time, as it was first read") {
    BootTime boot;
    CHECK(boot.value() == unread);
    boot.update("100.00 50.00\n", now);
    CHECK(boot.value() == now - 100 * ticks_per_second);
    boot.update("101.02 50.00\n", now + ticks_per_second); // hundredths of a second do not move it
    CHECK(boot.value() == now - 100 * ticks_per_second);
}

TEST_CASE("the start of the machine follows a clock that was set") {
    BootTime boot;
    boot.update("100.00 50.00\n", now);
    boot.update("100.00 50.00\n", now + 60 * ticks_per_second);
    CHECK(boot.value() == now - 40 * ticks_per_second);
}

TEST_CASE("an up time that cannot be read changes nothing") {
    BootTime boot;
    boot.update(std::nullopt, now);
    boot.update("up", now);
    CHECK(boot.value() == unread);
    boot.update("100.00 50.00\n", now);
    boot.update("", now + 60 * ticks_per_second);
    CHECK(boot.value() == now - 100 * ticks_per_second);
}

TEST_CASE("the uptime is read, or is unread") {
    CHECK(parse_uptime("1162.75 2261.91\n") == 11'627'500'000);
    CHECK(parse_uptime("7") == 7 * ticks_per_second);
    CHECK(parse_uptime("7.123456789") == 71'234'567);
    CHECK(parse_uptime("") == unread);
    CHECK(parse_uptime("-5.0") == unread);
}
