// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/lazy.h"
#include "base/scope_guard.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using pdh_shim::Lazy;

TEST_CASE("a lazy value is made once, when it is first asked for") {
    int made = 0;
    const Lazy<std::string> lazy;
    const auto make = [&made] {
        ++made;
        return std::string("value");
    };
    CHECK(made == 0);
    const std::string& first = lazy.get(make);
    CHECK(first == "value");
    CHECK(&lazy.get(make) == &first);
    CHECK(made == 1);
}

TEST_CASE("if a lazy value could not be made, the next use makes it") {
    const Lazy<std::string> lazy;
    CHECK_THROWS_AS(
        static_cast<void>(lazy.get([]() -> std::string { throw std::bad_alloc(); })), std::bad_alloc);
    CHECK(lazy.get([] { return std::string("value"); }) == "value");
}

TEST_CASE("threads that ask for a lazy value at once all get the same, and no other stays") {
    const auto witness = std::make_shared<int>(0);
    {
        const Lazy<std::shared_ptr<int>> lazy;
        std::array<const std::shared_ptr<int>*, 4> got{};
        std::atomic<std::size_t> ready{0};
        std::vector<std::thread> threads;
        for (auto& place : got) {
            threads.emplace_back([&] {
                place = &lazy.get([&] {
                    // Each waits until all are making one.
                    for (++ready; ready < got.size();) {
                        std::this_thread::yield();
                    }
                    return witness;
                });
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        CHECK(std::ranges::all_of(got, [&](const auto* one) { return one == got.front(); }));
        CHECK(witness.use_count() == 2);
    }
    CHECK(witness.use_count() == 1);
}

using pdh_shim::Singleton;

namespace {

struct Numbered {
    int number = 7;
};

constinit Singleton<Numbered> shared;

} // namespace

TEST_CASE("a singleton is made at its first use, and is one for all threads") {
    Numbered* const first = &shared.get();
    CHECK(first->number == 7);
    first->number = 8;
    Numbered* other = nullptr;
    std::thread([&other] { other = &shared.get(); }).join();
    CHECK(other == first);
    CHECK(shared.get().number == 8);
}

using pdh_shim::ReadOnce;
using pdh_shim::Result;
using pdh_shim::Status;

TEST_CASE("what was read is read once, and after a failure again") {
    ReadOnce<int> once;
    int reads = 0;
    const auto fail = [&]() -> Result<int> {
        ++reads;
        return Status::no_data;
    };
    const auto read = [&]() -> Result<int> { return 40 + ++reads; };
    CHECK(once.get(fail).error() == Status::no_data);
    const int* const first = once.get(read).value();
    CHECK(*first == 42);
    CHECK(once.get(read).value() == first);
    CHECK(once.get(fail).value() == first);
    CHECK(reads == 2);
}

TEST_CASE("a thread that asks while another one reads waits and gets what that has read") {
    ReadOnce<int> once;
    std::promise<void> reading;
    std::promise<void> may_end;
    auto first = std::async(std::launch::async, [&] {
        return once
            .get([&]() -> Result<int> {
                reading.set_value();
                may_end.get_future().wait();
                return 1;
            })
            .value();
    });
    reading.get_future().wait();
    auto second =
        std::async(std::launch::async, [&] { return once.get([]() -> Result<int> { return 2; }).value(); });
    may_end.set_value();
    CHECK(*second.get() == 1);
    CHECK(*first.get() == 1);
}

using pdh_shim::ScopeGuard;

TEST_CASE("a step is undone unless the whole is done") {
    int undone = 0;
    {
        const ScopeGuard step([&undone] { ++undone; });
    }
    CHECK(undone == 1);
    {
        ScopeGuard step([&undone] { ++undone; });
        step.dismiss();
    }
    CHECK(undone == 1);
}
