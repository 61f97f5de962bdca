// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/futex_lock.h"

#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

using pdh_shim::FutexLock;

TEST_CASE("one thread at a time holds the lock, and those that wait get it") {
    constexpr int threads = 4;
    constexpr int rounds = 5000;
    FutexLock lock;
    int value = 0; // guarded by lock
    std::vector<std::thread> running;
    running.reserve(threads);
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            for (int round = 0; round < rounds; ++round) {
                const std::scoped_lock held(lock);
                value += 1;
            }
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    CHECK(value == threads * rounds);
}

TEST_CASE("a thread that sleeps for the lock is woken") {
    FutexLock lock;
    std::atomic<bool> begun{false};
    std::atomic<bool> got{false};
    lock.lock();
    std::thread waiting([&] {
        begun.store(true);
        const std::scoped_lock held(lock);
        got.store(true);
    });
    while (!begun.load()) {
        std::this_thread::yield();
    }
    for (int i = 0; i < 1000; ++i) { // long enough for it to sleep
        std::this_thread::yield();
        REQUIRE_FALSE(got.load());
    }
    lock.unlock();
    waiting.join();
    CHECK(got.load());
}
