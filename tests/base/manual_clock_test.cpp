// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/manual_clock.h"
#ifndef _WIN32
#include "child_process.h"
#endif

#include "base/back_off.h"
#include "base/file_time.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

using namespace pdh_shim;

using pdh_shim::Instant;
using pdh_shim::ManualClock;
using pdh_shim::SwitchableClock;
using pdh_shim::WaitEvent;

namespace {

constexpr Instant start{100, 2000, 30'000};

void wait_until_waiting(const ManualClock& clock, std::size_t threads = 1) {
    while (clock.waiting() != threads) {
        std::this_thread::yield();
    }
}

} // namespace

TEST_CASE("a manual clock changes all its times, and only when it is advanced") {
    ManualClock clock(start);
    clock.advance(5);
    const Instant now = clock.now();
    CHECK(now.perf_time == 105);
    CHECK(now.time_100ns == 2005);
    CHECK(now.system_time == 30'005);
}

TEST_CASE("a wait on a manual clock ends when its time has come and not before") {
    ManualClock clock(start);
    const auto wait_event = std::make_shared<WaitEvent>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(wait_event, 110); });
    wait_until_waiting(clock);
    clock.advance(9);
    CHECK(clock.waiting() == 1);
    clock.advance(1);
    CHECK_FALSE(waited.get());
    CHECK(clock.waiting() == 0);
}

TEST_CASE("a wait for a time that has come does not wait") {
    ManualClock clock(start);
    const auto wait_event = std::make_shared<WaitEvent>();
    clock.advance(10);
    CHECK_FALSE(clock.wait_until(wait_event, 110));
    CHECK_FALSE(pdh_shim::system_clock().wait_until(wait_event, pdh_shim::system_clock().now().perf_time));
}

TEST_CASE("a wait ends early when it is woken") {
    ManualClock clock(start);
    const auto wait_event = std::make_shared<WaitEvent>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(wait_event, 110); });
    wait_event->wake();
    CHECK(waited.get());
}

TEST_CASE("two threads that wait with one wait_event are both counted, and both continue") {
    ManualClock clock(start);
    const auto wait_event = std::make_shared<WaitEvent>();
    const auto wait = [&](std::int64_t until) {
        return std::async(std::launch::async, [&, until] { return clock.wait_until(wait_event, until); });
    };
    auto shorter = wait(110);
    auto longer = wait(120);
    wait_until_waiting(clock, 2);
    clock.advance(10);
    CHECK_FALSE(shorter.get());
    CHECK(clock.waiting() == 1);
    wait_event->wake();
    CHECK(longer.get());
    CHECK(clock.waiting() == 0);
}

#ifndef _WIN32
TEST_CASE("a child of fork() can move a manual clock on which threads of its parent wait") {
    ManualClock clock(start);
    const auto wait_event = std::make_shared<WaitEvent>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(wait_event, 110); });
    wait_until_waiting(clock);
    {
        const std::scoped_lock lock(wait_event->mutex); // as its thread does for a moment
        CHECK(pdh_shim::test::status_of_child([&] {
            const pdh_shim::ranks::Anew anew; // this is not that thread
            clock.advance(5);
            return clock.waiting() == 0 && clock.now().perf_time == start.perf_time + 5;
        }) == 0);
    }
    clock.advance(10);
    CHECK_FALSE(waited.get());
}
#endif

TEST_CASE("a manual clock stops near the end of its range, and later deadlines never come") {
    ManualClock clock(start);
    clock.advance(INT64_MAX);
    CHECK(clock.now().system_time == INT64_MAX - 1);
    CHECK(clock.now().perf_time == INT64_MAX - 1 - (start.system_time - start.perf_time));
    const std::int64_t end = clock.now().perf_time;
    clock.advance(INT64_MAX);
    CHECK(clock.now().perf_time == end);
    const auto wait_event = std::make_shared<WaitEvent>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(wait_event, INT64_MAX); });
    wait_until_waiting(clock);
    clock.advance(1);
    wait_event->wake();
    CHECK(waited.get());
}

TEST_CASE("a switchable clock passes on to the clock in use") {
    ManualClock standard(start);
    SwitchableClock clock(standard);
    CHECK(clock.now().perf_time == 100);
    clock.use(std::make_shared<ManualClock>(Instant{7, 8, 9}));
    CHECK(clock.now().perf_time == 7);
    clock.use(nullptr);
    CHECK(clock.now().perf_time == 100);
}

TEST_CASE("the system clock's wait is ended by its wait_event") {
    const auto wait_event = std::make_shared<WaitEvent>();
    wait_event->wake();
    const std::int64_t in_an_hour =
        pdh_shim::system_clock().now().perf_time + 3600 * pdh_shim::ticks_per_second;
    CHECK(pdh_shim::system_clock().wait_until(wait_event, in_an_hour));
}

using pdh_shim::BackOff;
using pdh_shim::ticks_per_second;

TEST_CASE("a failure is tried again after a second, then ever later, up to a minute") {
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

namespace {

struct Row {
    SystemTime time; // year, month, day of the week, day, hour, minute, second, millisecond
    std::int64_t file_time;
};

constexpr std::array rows{
    Row{{1601, 1, 1, 1, 0, 0, 0, 0}, 0},
    Row{{1601, 1, 1, 1, 0, 0, 0, 1}, 10'000},
    Row{{1970, 1, 4, 1, 0, 0, 0, 0}, 116'444'736'000'000'000},
    Row{{2026, 1, 4, 1, 0, 0, 0, 0}, 134'116'992'000'000'000},
    Row{{2000, 2, 2, 29, 23, 59, 59, 999}, 125'963'423'999'990'000},
};

} // namespace

TEST_CASE("system times are file times in milliseconds") {
    for (const Row& row : rows) {
        CAPTURE(row.file_time);
        CHECK(to_file_time(row.time) == row.file_time);
        CHECK(to_system_time(row.file_time) == row.time);
        CHECK(to_system_time(row.file_time + 9'999) == row.time);
    }
    CHECK(to_system_time(-1) == to_system_time(0));
}

TEST_CASE("a date that does not exist is not a file time") {
    for (const SystemTime& time :
        {SystemTime{1600, 12, 0, 31, 0, 0, 0, 0}, SystemTime{2026, 0, 0, 1, 0, 0, 0, 0},
            SystemTime{2026, 13, 0, 1, 0, 0, 0, 0}, SystemTime{2026, 2, 0, 29, 0, 0, 0, 0},
            SystemTime{2026, 1, 0, 1, 24, 0, 0, 0}, SystemTime{2026, 1, 0, 1, 0, 60, 0, 0},
            SystemTime{2026, 1, 0, 1, 0, 0, 60, 0}, SystemTime{2026, 1, 0, 1, 0, 0, 0, 1000},
            SystemTime{65535, 1, 0, 1, 0, 0, 0, 0}, SystemTime{2026, 1, 0, 0, 0, 0, 0, 0}}) {
        CAPTURE(time[0]);
        CHECK_FALSE(to_file_time(time).has_value());
    }
}
