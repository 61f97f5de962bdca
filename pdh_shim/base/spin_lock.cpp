// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/spin_lock.h"

#include "base/platform.h"

#include <chrono>
#include <thread>

namespace pdh_shim {

// Its owner is running on another processor, or waits for one. If it waits because this thread has the higher
// priority, it can continue only while this thread sleeps.
void SpinLock::wait() const noexcept {
    const NoCancel no_cancel;
    constexpr int looks = 100;
    constexpr int yields = 100;
    for (int i = 0; taken_.load(std::memory_order_relaxed); ++i) {
        if (i >= looks + yields) {
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        } else if (i >= looks) {
            std::this_thread::yield();
        }
    }
}

} // namespace pdh_shim
