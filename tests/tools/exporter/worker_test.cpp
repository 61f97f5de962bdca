// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/worker.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <future>
#include <stdexcept>

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
    std::size_t answered = 0;
    std::promise<void> ended;
    const auto take_all = [&](Clock::time_point until) {
        std::size_t taken = 0;
        for (int i = 0; i < 2000; ++i) {
            const bool is_taken = worker->ask({}, until, [&answered, &ended](const Answer&) {
                if (++answered == Worker::most_waiting) {
                    ended.set_value();
                }
            });
            taken += is_taken ? 1 : 0;
        }
        return taken;
    };
    // One that is over gives its place to the next, and is not answered.
    CHECK(take_all(Clock::now() - std::chrono::seconds(1)) == 2000);
    CHECK(take_all(Clock::time_point::max()) == Worker::most_waiting);
    gate.set_value();
    ended.get_future().wait();
    CHECK(answered == Worker::most_waiting);
    worker->stop();
}

TEST_CASE("a worker that cannot start is none") {
    Targets targets(Config(), {}, [](auto) {});
    CHECK_THROWS_AS((void)targets.local(), std::out_of_range);
}
