// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"

#include "base/platform.h"

#include <array>
#include <cstddef>
#include <mutex>

namespace pdh_shim {

// The mutexes of one order, newest first.
class ForkList {
  public:
    [[nodiscard]] static ForkList& of(const ForkLockable& mutex) noexcept {
        return by_order[static_cast<std::size_t>(mutex.order_)];
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
        for (ForkList& list : by_order) {
            list.lock_.lock();
            for (ForkLockable* mutex = list.first_; mutex != nullptr; mutex = mutex->after_) {
                mutex->lock();
            }
        }
    }

    static void unlock_all() noexcept {
        for (ForkList& list : by_order) {
            for (ForkLockable* mutex = list.first_; mutex != nullptr; mutex = mutex->after_) {
                mutex->unlock();
            }
            list.lock_.unlock();
        }
    }

  private:
    static std::array<ForkList, 2> by_order;

    WaitLock lock_; // also held during a fork: none is made or destroyed meanwhile
    ForkLockable* first_ = nullptr;
};

constinit std::array<ForkList, 2> ForkList::by_order;

namespace {

// When the library is loaded.
[[maybe_unused]] const bool is_prepared = [] {
    platform::at_fork(ForkList::lock_all, ForkList::unlock_all);
    return true;
}();

} // namespace

void ForkLockable::enlist() noexcept {
    ForkList::of(*this).add(*this);
}

void ForkLockable::delist() noexcept {
    ForkList::of(*this).remove(*this);
}

} // namespace pdh_shim
