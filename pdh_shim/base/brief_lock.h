#pragma once

#include "base/no_cancel.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace pdh_shim {

/// A lock for a few instructions that neither wait nor allocate memory. Taking a free one is one atomic
/// operation and giving it back a store, which a mutex, which has to know who waits, cannot do.
class BriefLock {
  public:
    void lock() noexcept {
        while (taken_.exchange(true, std::memory_order_acquire)) {
            wait();
        }
    }
    void unlock() noexcept { taken_.store(false, std::memory_order_release); }

  private:
    // Its owner is running on another processor, or waits for one: if that is because this thread has the
    // higher priority, only sleep lets it go on.
    void wait() const noexcept {
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

    std::atomic<bool> taken_{false};
};

} // namespace pdh_shim
