// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/brief_lock.h"
#include "base/wait_lock.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <mutex>

namespace pdh_shim {

/// Locked before fork() and unlocked after it: see BasicForkMutex.
class ForkLockable : boost::noncopyable {
  public:
    /// fork() locks those of `outer` first.
    enum class Order : std::uint8_t {
        outer, ///< others may be locked, made and destroyed under it; it is made and destroyed under none
        inner  ///< none is locked, made or destroyed under it
    };

    explicit ForkLockable(Order order) noexcept : order_(order) {}

    virtual void lock() noexcept = 0;
    virtual void unlock() noexcept = 0;

  protected:
    ~ForkLockable() = default;

    void enlist() noexcept;
    void delist() noexcept;

  private:
    friend class ForkList;

    const Order order_;
    ForkLockable* before_ = nullptr; // in the list of all of its order
    ForkLockable* after_ = nullptr;
};

/// A mutex that fork() waits for: no child inherits it locked by a thread that it does not have, nor
/// half-changed data that it guards. For everything of its parent that a child may use.
///
/// Nothing that runs under it may fork, wait for another thread, call back into the program, or wait for a
/// file.
template <class Mutex>
class BasicForkMutex final : public ForkLockable {
  public:
    explicit BasicForkMutex(Order order = Order::inner) noexcept : ForkLockable(order) { enlist(); }
    ~BasicForkMutex() { delist(); }

    void lock() noexcept override { mutex_.lock(); }
    void unlock() noexcept override { mutex_.unlock(); }

  private:
    Mutex mutex_;
};

// Windows has neither fork() nor the thread sanitizer, and MinGW's std::atomic::wait() was seen not to
// return.
#ifdef _WIN32
using ForkMutex = BasicForkMutex<std::mutex>;
#else
using ForkMutex = BasicForkMutex<WaitLock>;
#endif
/// One for a few instructions: see BriefLock.
using BriefForkMutex = BasicForkMutex<BriefLock>;

} // namespace pdh_shim
