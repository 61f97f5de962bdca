// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace pdh_shim {

/// A lock for a few instructions that neither wait nor allocate memory. Taking a free lock is one atomic
/// operation, and releasing it is one store; a mutex needs more, since it tracks its waiting threads.
class SpinLock {
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
