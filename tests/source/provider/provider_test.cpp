// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "source/provider/provider.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <future>
#include <memory>
#include <thread>

using pdh_shim::ManualClock;
using pdh_shim::Status;
using pdh_shim::source::provider::run_within;

TEST_CASE("a job that ends in time has ended") {
    ManualClock clock({100, 200, 300});
    std::thread::id where;
    CHECK(run_within(clock, 10, [&] { where = std::this_thread::get_id(); }));
    CHECK(where != std::thread::id());
    CHECK(where != std::this_thread::get_id());
    CHECK(clock.waiting() == 0);
}

TEST_CASE("a limit may be as long as a number can say") {
    ManualClock clock({100, 200, 300});
    CHECK(run_within(clock, INT64_MAX, [] {}));
}

TEST_CASE("an overdue job runs on alone and keeps all that it owns") {
    ManualClock clock({100, 200, 300});
    auto gate = std::make_shared<std::promise<void>>();
    auto ended = std::make_shared<std::promise<int>>();
    auto result = ended->get_future();
    std::thread other([&] {
        while (clock.waiting() == 0) {
            std::this_thread::yield();
        }
        clock.advance(9);
        clock.advance(1);
    });
    const auto in_time = run_within(clock, 10, [gate, ended, opened = gate->get_future().share()] {
        opened.wait();
        ended->set_value(7);
    });
    other.join();
    REQUIRE_FALSE(in_time);
    CHECK(in_time.error() == Status::async_query_timeout);
    gate->set_value();
    CHECK(result.get() == 7);
}
