// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"

#include "base/platform.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace pdh_shim {

// The mutexes of one rank, newest first.
class ForkList {
  public:
    [[nodiscard]] static ForkList& of(const ForkLockable& mutex) noexcept {
        return by_rank[static_cast<std::size_t>(Rank::log) - static_cast<std::size_t>(mutex.rank_)];
    }

    void add(ForkLockable& mutex) noexcept {
        const std::scoped_lock lock(lock_);
        mutex.after_ = first_;
        if (first_ != nullptr) {
            first_->before_ = &mutex;
        }
        first_ = &mutex;
    }

    void remove(ForkLockable& mutex) noexcept {
        const std::scoped_lock lock(lock_);
        (mutex.before_ == nullptr ? first_ : mutex.before_->after_) = mutex.after_;
        if (mutex.after_ != nullptr) {
            mutex.after_->before_ = mutex.before_;
        }
    }

    static void lock_all() noexcept {
        for (ForkList& list : by_rank) {
            list.lock_.lock();
            for (ForkLockable* mutex = list.first_; mutex != nullptr; mutex = mutex->after_) {
                mutex->lock_for_fork();
            }
        }
    }

    static void unlock_all() noexcept {
        for (ForkList& list : by_rank) {
            for (ForkLockable* mutex = list.first_; mutex != nullptr; mutex = mutex->after_) {
                mutex->unlock_after_fork();
            }
            list.lock_.unlock();
        }
    }

  private:
    static std::array<ForkList, static_cast<std::size_t>(Rank::log) + 1> by_rank; // the highest first

    FutexLock lock_; // also held during a fork: none is made or destroyed meanwhile
    ForkLockable* first_ = nullptr;
};

constinit std::array<ForkList, static_cast<std::size_t>(Rank::log) + 1> ForkList::by_rank;

namespace {

// When the library is loaded. libstdc++ makes what std::atomic waits with at its first use (seen with GCC
// 16): a thread that is at it is not there in a child of fork(), which would wait for it when it unlocks.
[[gnu::constructor]] void prepare_fork_mutexes() {
    std::atomic<int>().notify_one();
    platform::at_fork(ForkList::lock_all, ForkList::unlock_all);
}

} // namespace

// A fork holds the lock of the list while it waits for a mutex of the same rank.
void ForkLockable::enlist() noexcept {
    ranks::take(rank_);
    ForkList::of(*this).add(*this);
    ranks::leave(rank_);
}

void ForkLockable::delist() noexcept {
    ranks::take(rank_);
    ForkList::of(*this).remove(*this);
    ranks::leave(rank_);
}

} // namespace pdh_shim
