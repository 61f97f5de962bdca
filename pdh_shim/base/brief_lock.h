#pragma once

#include <atomic>

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
    void wait() const noexcept;

    std::atomic<bool> taken_{false};
};

} // namespace pdh_shim
