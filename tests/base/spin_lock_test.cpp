// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/spin_lock.h"

#include <doctest/doctest.h>

#include <mutex>
#include <thread>
#include <vector>

TEST_CASE("one thread at a time has the lock") {
    pdh_shim::SpinLock lock;
    int guarded = 0; // no atomic: the lock is what makes it right
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 20'000; ++round) {
                const std::scoped_lock held(lock);
                ++guarded;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(guarded == 80'000);
}
