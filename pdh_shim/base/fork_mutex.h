// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/futex_lock.h"
#include "base/lock_rank.h"
#include "base/spin_lock.h"

#include <boost/noncopyable.hpp>

#include <mutex>

namespace pdh_shim {

/// Locked before fork() and unlocked after it: see BasicForkMutex. It is made and destroyed only where it
/// could be locked too.
class ForkLockable : boost::noncopyable {
  protected:
    explicit ForkLockable(Rank rank) noexcept : rank_(rank) {}
    ~ForkLockable() = default;

    [[nodiscard]] Rank rank() const noexcept { return rank_; }

    void enlist() noexcept;
    void delist() noexcept;

  private:
    friend class ForkList;

    virtual void lock_for_fork() noexcept = 0;
    virtual void unlock_after_fork() noexcept = 0;

    const Rank rank_;                // fork() locks the highest first
    ForkLockable* before_ = nullptr; // in the list of all of its rank
    ForkLockable* after_ = nullptr;
};

/// A mutex that fork() waits for: no child inherits it locked by a thread that it does not have, nor
/// half-changed data that it guards. For everything of its parent that a child may use.
///
/// Nothing that runs under it may fork, wait for another thread, call back into the program, or wait for a
/// file.
template <class Lock>
class BasicForkMutex final : public ForkLockable {
  public:
    explicit BasicForkMutex(Rank rank = Rank::leaf) noexcept : ForkLockable(rank) { enlist(); }
    ~BasicForkMutex() { delist(); }

    void lock() noexcept {
        ranks::take(rank());
        lock_.lock();
    }
    void unlock() noexcept {
        ranks::leave(rank()); // before others may lock and destroy it
        lock_.unlock();
    }

  private:
    void lock_for_fork() noexcept override { lock_.lock(); }
    void unlock_after_fork() noexcept override { lock_.unlock(); }

    Lock lock_;
};

// Windows has neither fork() nor the thread sanitizer, and MinGW's std::atomic::wait() was seen not to
// return.
#ifdef _WIN32
using ForkMutex = BasicForkMutex<std::mutex>;
#else
using ForkMutex = BasicForkMutex<FutexLock>;
#endif
/// One for a few instructions: see SpinLock.
using BriefForkMutex = BasicForkMutex<SpinLock>;

} // namespace pdh_shim
