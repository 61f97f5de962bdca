// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <doctest/doctest.h>

#include <memory>
#include <thread>

using pdh_shim::system_clock;
using pdh_shim::WaitEvent;

TEST_CASE("a wait ends at its time, however often it is interrupted, or when it is woken") {
    WaitEvent wait_event;
    std::int64_t left = 3;
    CHECK_FALSE(wait_event.wait([&] { return left--; }));
    CHECK(left == -1);
    wait_event.wake();
    CHECK(wait_event.wait([] { return std::int64_t{1}; }));
}

TEST_CASE("a wait of 136 years is ended from outside") {
    const auto wait_event = std::make_shared<WaitEvent>();
    constexpr std::int64_t years = 0xFFFF'FFFF * pdh_shim::ticks_per_second;
    std::thread other([&] { wait_event->wake(); });
    CHECK(system_clock().wait_until(wait_event, system_clock().now().perf_time + years));
    other.join();
}
