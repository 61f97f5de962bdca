// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "source/provider/module.h"
#include "source/provider/provider.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

using namespace pdh_shim::source::provider;

using pdh_shim::source::provider::GuardedBuffer;
using pdh_shim::source::provider::mark_bytes;

TEST_CASE("a guarded buffer may be written from its first to its last byte") {
    for (const std::size_t size :
        {std::size_t{8}, std::size_t{4096}, std::size_t{65'536}, std::size_t{70'008}}) {
        CAPTURE(size);
        auto made = GuardedBuffer::make(size);
        REQUIRE(made);
        const GuardedBuffer& buffer = made.value();
        CHECK(buffer.size() == size);
        CHECK(reinterpret_cast<std::uintptr_t>(buffer.data()) % 8 == 0);
        CHECK(std::all_of(
            buffer.data(), buffer.data() + size, [](std::byte byte) { return byte == std::byte{}; }));
        std::fill_n(buffer.data(), size, std::byte{1});
        CHECK(buffer.is_intact());
    }
}

TEST_CASE("a guarded buffer notices a byte that is written outside it, near or far") {
    constexpr std::ptrdiff_t size = 24;
    constexpr auto far = static_cast<std::ptrdiff_t>(mark_bytes);
    for (const std::ptrdiff_t place : {std::ptrdiff_t{-1}, -far, size, size + far - 1}) {
        CAPTURE(place);
        auto made = GuardedBuffer::make(size);
        REQUIRE(made);
        made.value().data()[place] = std::byte{0};
        CHECK_FALSE(made.value().is_intact());
    }
}

TEST_CASE("a guarded buffer can be moved") {
    auto made = GuardedBuffer::make(8);
    REQUIRE(made);
    GuardedBuffer moved(std::move(made).value());
    CHECK(moved.size() == 8);
    CHECK(moved.is_intact());
    GuardedBuffer assigned;
    CHECK(assigned.size() == 0);
    CHECK(assigned.is_intact());
    assigned = std::move(moved);
    assigned.data()[8] = std::byte{0};
    CHECK_FALSE(assigned.is_intact());
}

using pdh_shim::Status;

TEST_CASE("a missing performance DLL, or one that lacks a function, is not loaded") {
    Settings settings;
    settings.library = ODD_PROVIDER;
    settings.open = "OddOpen";
    settings.collect = "OddCollect";
    settings.close = "OddClose";
    CHECK(make_loaded_module(settings)->load().has_value());
    settings.close = "no_such_function";
    const auto lacking = make_loaded_module(settings)->load();
    REQUIRE_FALSE(lacking.has_value());
    CHECK(lacking.error().status() == Status::function_not_found);
    CHECK(lacking.error().message() == std::string(ODD_PROVIDER) + ": has no function no_such_function");
    settings.library = "/no/such/library.so";
    const auto missing = make_loaded_module(settings)->load();
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().status() == Status::file_not_found);
    CHECK_FALSE(missing.error().what().empty());
}

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
