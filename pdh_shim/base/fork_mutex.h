// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/futex_lock.h"
#include "base/lock_rank.h"
#include "base/spin_lock.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace pdh_shim {

/// A mutex that fork() waits for: no child inherits it locked by a thread that it does not have, nor
/// half-changed data that it guards. For everything of its parent that a child may use.
///
/// There may be 100,000 of them. So each uses one of a few locks of its rank in turn: fork() takes all these
/// locks, which no mutex creates or destroys, and threads with different mutexes seldom wait for each other.
/// Two mutexes of one rank may have the same lock, so a thread that held one and took the other would wait
/// for itself: the order of ranks forbids it.
///
/// Nothing that runs under it may fork, wait for another thread, call back into the program, or wait for a
/// file.
template <class Lock>
class BasicForkMutex : boost::noncopyable {
  public:
    /// @param rank state, leaf or last: tests/rules.py checks it
    explicit BasicForkMutex(Rank rank = Rank::leaf) noexcept
        : number_(static_cast<std::uint8_t>(first_of(rank) + next++ % locks_per_rank)) {}

    void lock() noexcept {
        ranks::take(rank());
        shared_locks[number_].lock.lock();
    }
    void unlock() noexcept {
        Lock& lock = shared_locks[number_].lock;
        ranks::leave(rank()); // before others may lock and destroy it
        lock.unlock();
    }

    /// All of a rank, for fork().
    static void lock_all(Rank rank) noexcept {
        for (std::size_t i = 0; i < locks_per_rank; ++i) {
            shared_locks[first_of(rank) + i].lock.lock();
        }
    }
    static void unlock_all(Rank rank) noexcept {
        for (std::size_t i = 0; i < locks_per_rank; ++i) {
            shared_locks[first_of(rank) + i].lock.unlock();
        }
    }

  private:
    static constexpr std::size_t locks_per_rank = 64;

    struct alignas(64) OnOneLine { // of the cache
        Lock lock;
    };

    [[nodiscard]] static constexpr std::size_t first_of(Rank rank) noexcept {
        return static_cast<std::size_t>(rank) * locks_per_rank;
    }
    [[nodiscard]] Rank rank() const noexcept { return static_cast<Rank>(number_ / locks_per_rank); }

    static_assert(std::is_trivially_destructible_v<Lock>, "threads use them until the process ends");
    static inline constinit std::array<OnOneLine, 3 * locks_per_rank> shared_locks{};
    static inline constinit std::atomic<unsigned> next{0};

    const std::uint8_t number_; // of the shared lock
};

using ForkMutex = BasicForkMutex<FutexLock>;
/// One for a few instructions: see SpinLock.
using BriefForkMutex = BasicForkMutex<SpinLock>;

} // namespace pdh_shim
