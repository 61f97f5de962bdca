// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/waker.h"

#include <doctest/doctest.h>

#include <memory>
#include <thread>

using pdh_shim::system_clock;
using pdh_shim::Waker;

TEST_CASE("a wait ends at its time, however often it is interrupted, or when it is woken") {
    Waker waker;
    std::int64_t left = 3;
    CHECK_FALSE(waker.wait([&] { return left--; }));
    CHECK(left == -1);
    waker.wake();
    CHECK(waker.wait([] { return std::int64_t{1}; }));
}

TEST_CASE("a wait of 136 years is ended from outside") {
    const auto waker = std::make_shared<Waker>();
    constexpr std::int64_t years = 0xFFFF'FFFF * pdh_shim::ticks_per_second;
    std::thread other([&] { waker->wake(); });
    CHECK(system_clock().wait_until(waker, system_clock().now().perf_time + years));
    other.join();
}
