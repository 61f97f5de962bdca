// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace pdh_shim {

/// A mutex of one word. The thread sanitizer stops a program that holds more than 64 of the system's mutexes
/// at once, as fork() does with ForkMutex; it sees this one as an atomic number.
class FutexLock {
#ifdef _WIN32 // MinGW's std::atomic::wait() was seen not to return
  public:
    void lock() noexcept;
    void unlock() noexcept;

  private:
    void* srw_lock_ = nullptr;
#else
  public:
    void lock() noexcept {
        int state = open;
        if (!state_.compare_exchange_strong(state, locked, std::memory_order_acquire)) {
            wait();
        }
    }
    void unlock() noexcept {
        if (state_.exchange(open, std::memory_order_release) == waited_for) {
            state_.notify_one();
        }
    }

  private:
    static constexpr int open = 0;
    static constexpr int locked = 1;
    static constexpr int waited_for = 2; // locked, and threads may be waiting

    void wait() noexcept {
        while (state_.exchange(waited_for, std::memory_order_acquire) != open) {
            state_.wait(waited_for, std::memory_order_relaxed);
        }
    }

    std::atomic<int> state_{open};
#endif
};

} // namespace pdh_shim
