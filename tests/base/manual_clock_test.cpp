#include "base/manual_clock.h"
#include "base/waker.h"

#include <doctest/doctest.h>

#include <future>
#include <thread>

using pdh_shim::Instant;
using pdh_shim::ManualClock;
using pdh_shim::SwitchableClock;
using pdh_shim::Waker;

namespace {

constexpr Instant start{100, 2000, 30'000};

void wait_until_waiting(const ManualClock& clock) {
    while (clock.waiting() == 0) {
        std::this_thread::yield();
    }
}

} // namespace

TEST_CASE("a manual clock moves all its readings and only when told") {
    ManualClock clock(start);
    clock.advance(5);
    const Instant now = clock.now();
    CHECK(now.perf_time == 105);
    CHECK(now.time_100ns == 2005);
    CHECK(now.system_time == 30'005);
}

TEST_CASE("a wait on a manual clock ends when its time has come and not before") {
    ManualClock clock(start);
    const auto waker = std::make_shared<Waker>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(waker, 110); });
    wait_until_waiting(clock);
    clock.advance(9);
    CHECK(clock.waiting() == 1);
    clock.advance(1);
    CHECK_FALSE(waited.get());
    CHECK(clock.waiting() == 0);
}

TEST_CASE("a wait for a time that has come does not wait") {
    ManualClock clock(start);
    const auto waker = std::make_shared<Waker>();
    clock.advance(10);
    CHECK_FALSE(clock.wait_until(waker, 110));
    CHECK_FALSE(pdh_shim::system_clock().wait_until(waker, pdh_shim::system_clock().now().perf_time));
}

TEST_CASE("a wait ends early when it is woken") {
    ManualClock clock(start);
    const auto waker = std::make_shared<Waker>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(waker, 110); });
    waker->wake();
    CHECK(waited.get());
}

TEST_CASE("a manual clock stands still near the end of its range, and deadlines beyond it do not come") {
    ManualClock clock(start);
    clock.advance(INT64_MAX);
    CHECK(clock.now().system_time == INT64_MAX - 1);
    CHECK(clock.now().perf_time == INT64_MAX - 1 - (start.system_time - start.perf_time));
    const std::int64_t end = clock.now().perf_time;
    clock.advance(INT64_MAX);
    CHECK(clock.now().perf_time == end);
    const auto waker = std::make_shared<Waker>();
    auto waited = std::async(std::launch::async, [&] { return clock.wait_until(waker, INT64_MAX); });
    wait_until_waiting(clock);
    clock.advance(1);
    waker->wake();
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

TEST_CASE("the system clock's wait is ended by its waker") {
    const auto waker = std::make_shared<Waker>();
    waker->wake();
    const std::int64_t in_an_hour =
        pdh_shim::system_clock().now().perf_time + 3600 * pdh_shim::ticks_per_second;
    CHECK(pdh_shim::system_clock().wait_until(waker, in_an_hour));
}
