// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/lock_rank.h"

#include <boost/noncopyable.hpp>

#include <mutex>

namespace pdh_shim {

/// The system's mutex, with a rank. A child of fork() may inherit it locked by a thread that it does not
/// have: it is for what a child leaves to its parent (ForkOwned), and for systems without fork().
class Mutex : boost::noncopyable {
  public:
    explicit Mutex(Rank rank) noexcept : rank_(rank) {}

    void lock() {
        ranks::take(rank_);
        mutex_.lock();
    }
    void unlock() noexcept {
        ranks::leave(rank_); // before others may lock and destroy it
        mutex_.unlock();
    }

    /// Holds it, and lets a condition variable release it while it waits.
    class Waiting : boost::noncopyable {
      public:
        explicit Waiting(Mutex& mutex) : held_(mutex), lock_(mutex.mutex_, std::adopt_lock) {}
        ~Waiting() { static_cast<void>(lock_.release()); } // unlocked by the other member

        [[nodiscard]] std::unique_lock<std::mutex>& lock() noexcept { return lock_; }

      private:
        const std::scoped_lock<Mutex> held_;
        std::unique_lock<std::mutex> lock_;
    };

  private:
    std::mutex mutex_;
    const Rank rank_;
};

} // namespace pdh_shim
