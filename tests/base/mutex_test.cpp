// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/mutex.h"

#include <doctest/doctest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

using pdh_shim::Mutex;
using pdh_shim::Rank;

TEST_CASE("who waits under a mutex lets others take it, and has it again afterwards") {
    Mutex mutex(Rank::leaf);
    std::condition_variable changed;
    bool is_done = false;
    std::thread other;
    {
        Mutex::Waiting held(mutex);
        other = std::thread([&] {
            const std::scoped_lock lock(mutex);
            is_done = true;
            changed.notify_one();
        });
        CHECK_FALSE(is_done);
        changed.wait(held.lock(), [&] { return is_done; });
        CHECK(held.lock().owns_lock());
    }
    other.join();
    const std::scoped_lock again(mutex); // the wait has released it
    CHECK(is_done);
}
