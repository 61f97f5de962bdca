// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/worker.h"

#include <doctest/doctest.h>

#include <future>
#include <stdexcept>
#include <thread>

using namespace pdh_shim::tools::exporter;

TEST_CASE("requests of a target that hangs are bounded, and go when nobody wants them") {
    using Clock = Scrape::Clock;
    Target target;
    target.source = "script:{}";
    const auto worker = Worker::start({}, target, {.target = "a", .is_last_reload_good = {}}, [](auto) {});
    std::promise<void> entered;
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    REQUIRE(worker->ask({}, Clock::time_point::max(), [&entered, opened](const Answer&) {
        entered.set_value();
        opened.wait();
    }));
    entered.get_future().wait();
    const auto take_all = [&worker](Clock::time_point until) {
        std::size_t taken = 0;
        for (int i = 0; i < 2000; ++i) {
            taken += worker->ask({}, until, [](const Answer&) { FAIL("the answer is not wanted"); }) ? 1 : 0;
        }
        return taken;
    };
    // One that is over gives its place to the next.
    CHECK(take_all(Clock::now() - std::chrono::seconds(1)) == 2000);
    const auto until = Clock::now() + std::chrono::milliseconds(200);
    CHECK(take_all(until) == Worker::most_waiting);
    std::this_thread::sleep_until(until + std::chrono::milliseconds(1));
    std::promise<void> ended;
    CHECK(worker->ask({}, Clock::time_point::max(), [&ended](const Answer&) { ended.set_value(); }));
    gate.set_value();
    ended.get_future().wait();
    worker->stop();
}

TEST_CASE("a worker that cannot start is none") {
    Targets targets(Config(), {}, [](auto) {});
    CHECK_THROWS_AS((void)targets.local(), std::out_of_range);
}
