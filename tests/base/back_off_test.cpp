// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/back_off.h"

#include <doctest/doctest.h>

#include <limits>

using pdh_shim::BackOff;
using pdh_shim::ticks_per_second;

TEST_CASE("what fails is tried again after a second, then after twice as long each time, up to a minute") {
    BackOff back_off;
    std::int64_t now = 5;
    CHECK(back_off.is_over(now));
    for (const std::int64_t seconds : {1, 2, 4, 8, 16, 32, 60, 60}) {
        CHECK(back_off.fail(now) == seconds * ticks_per_second);
        CHECK(!back_off.is_over(now + seconds * ticks_per_second - 1));
        now += seconds * ticks_per_second;
        CHECK(back_off.is_over(now));
    }
    back_off.succeed();
    CHECK(back_off.is_over(now));
    CHECK(back_off.fail(now) == ticks_per_second);
}

TEST_CASE("a failure at the end of the clock's range is not tried again before it") {
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    BackOff back_off;
    back_off.fail(end - 1);
    CHECK(!back_off.is_over(end - 1));
    CHECK(back_off.is_over(end));
}
