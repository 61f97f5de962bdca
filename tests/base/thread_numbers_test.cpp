// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/thread_numbers.h"

#include <doctest/doctest.h>

#include <set>
#include <thread>

using pdh_shim::ThreadNumbers;

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
