// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/mutex.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace pdh_shim {

/// Lets one thread end the wait of another.
struct WaitEvent {
    Mutex mutex{Rank::last};
    std::condition_variable changed;
    std::atomic<bool> woken{false};    // set under the mutex
    std::shared_ptr<WaitEvent> clocks; // of the manual clock that a thread waits on; guarded by mutex

    void wake() {
        std::shared_ptr<WaitEvent> waited_on;
        {
            const std::scoped_lock lock(mutex);
            woken = true;
            waited_on = clocks;
        }
        changed.notify_all();
        if (waited_on != nullptr) {
            waited_on->notify();
        }
    }

    /// Makes waiting threads look again, for a reason that the mutex does not guard.
    void notify() {
        { const std::scoped_lock lock(mutex); } // a thread that has looked already waits from here on
        changed.notify_all();
    }

    /// Waits until no time is left; returns true if it is woken before. `left` returns the remaining ticks.
    template <class Left>
    bool wait(const Left& left) {
        // A program may request 136 years, more than the C++ library can wait for where time_t has 32 bits.
        constexpr std::int64_t most_at_once = 3600 * ticks_per_second;
        constexpr std::int64_t nanoseconds_per_tick = 100;
        Mutex::Waiting waiting(mutex);
        while (!woken) {
            const std::int64_t ticks = std::min<std::int64_t>(left(), most_at_once);
            if (ticks <= 0) {
                return false;
            }
            changed.wait_for(waiting.lock(), std::chrono::nanoseconds(ticks * nanoseconds_per_tick),
                [&] { return woken.load(); });
        }
        return true;
    }
};

} // namespace pdh_shim
