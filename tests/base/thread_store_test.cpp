// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/thread_store.h"

#include <doctest/doctest.h>

#include <atomic>
#include <optional>
#include <set>
#include <thread>

using pdh_shim::ThreadNumbers;
using pdh_shim::ThreadStore;

TEST_CASE("a thread keeps its number, which no later thread gets") {
    ThreadNumbers numbers;
    const std::uintptr_t first = numbers.of_this_thread();
    CHECK(numbers.of_this_thread() == first);
    std::set<std::uintptr_t> given{first};
    for (int i = 0; i < 100; ++i) { // the system gives some of these the number of one that has ended
        std::thread([&] { given.insert(numbers.of_this_thread()); }).join();
    }
    CHECK(given.size() == 101);
    CHECK(numbers.of_this_thread() == first);
}

TEST_CASE("a thread gets its newest value, and the oldest of all threads make room") {
    std::atomic<std::size_t> kept = 0;
    ThreadStore<int> store(10, kept);
    store.keep(1, 4);
    store.keep(2, 4);
    CHECK(store.newest() == 2);
    std::thread([&] {
        CHECK_FALSE(store.newest().has_value());
        store.keep(3, 6); // in place of the first
    }).join();
    CHECK(kept == 10);
    CHECK(store.take([](int value, bool is_own) { return value == 3 && is_own; }) == std::nullopt);
    CHECK(store.take([](int, bool) { return true; }) == 2); // and the other thread's goes
    CHECK(kept == 0);
}
