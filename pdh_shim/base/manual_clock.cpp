// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"

#include "base/fork_epoch.h"
#include "base/saturating.h"
#include "base/waker.h"

#include <algorithm>
#include <utility>

namespace pdh_shim {
namespace {

// A deadline that is out of range becomes INT64_MAX, which never comes.
constexpr std::int64_t latest = INT64_MAX - 1;

} // namespace

ManualClock::ManualClock(Instant start)
    : start_(start), longest_(std::max<std::int64_t>(
                         0, latest - std::max({start.perf_time, start.time_100ns, start.system_time}))),
      epoch_(fork_epoch()) {}

Instant ManualClock::now() {
    const std::int64_t elapsed = elapsed_.load(std::memory_order_acquire);
    return {start_.perf_time + elapsed, start_.time_100ns + elapsed, start_.system_time + elapsed};
}

bool ManualClock::wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) {
    const std::int64_t deadline = saturated_subtract(perf_time, start_.perf_time);
    enlist(waker);
    bool woken = false;
    {
        std::unique_lock lock(waker->mutex);
        waker->changed.wait(
            lock, [&] { return waker->woken || elapsed_.load(std::memory_order_acquire) >= deadline; });
        woken = waker->woken;
    }
    forget(waker);
    return woken;
}

void ManualClock::advance(std::int64_t ticks) {
    std::int64_t before = elapsed_.load();
    while (!elapsed_.compare_exchange_weak(before, std::min(saturated_add(before, ticks), longest_))) {
    }
    const std::scoped_lock clock_lock(mutex_);
    leave_parents_waiters();
    for (Waker* waker = waiters_.get(); waker != nullptr; waker = waker->behind.get()) {
        // Passing through its lock makes sure that a waiter either sees the new time or gets the
        // notification.
        { const std::scoped_lock lock(waker->mutex); }
        waker->changed.notify_all();
    }
}

std::size_t ManualClock::waiting() const {
    const std::scoped_lock lock(mutex_);
    std::size_t count = 0;
    for (const Waker* waker = waiters_.get(); waker != nullptr; waker = waker->behind.get()) {
        count += waker->threads;
    }
    return count;
}

void ManualClock::enlist(const std::shared_ptr<Waker>& waker) {
    const std::scoped_lock lock(mutex_);
    leave_parents_waiters();
    if (++waker->threads == 1) {
        waker->behind = std::exchange(waiters_, waker);
    }
}

// A child of fork() does not have the threads of its parent, which may have held the locks of their wakers.
void ManualClock::leave_parents_waiters() {
    if (epoch_ != fork_epoch()) {
        epoch_ = fork_epoch();
        waiters_ = nullptr;
    }
}

void ManualClock::forget(const std::shared_ptr<Waker>& waker) {
    const std::scoped_lock lock(mutex_);
    if (--waker->threads != 0) {
        return;
    }
    std::shared_ptr<Waker>* place = &waiters_;
    while (*place != waker) {
        place = &(*place)->behind;
    }
    *place = std::exchange(waker->behind, nullptr);
}

Instant SwitchableClock::now() {
    return exchanged_.load(std::memory_order_acquire) ? current()->now() : standard_.now();
}

bool SwitchableClock::wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) {
    return current()->wait_until(waker, perf_time);
}

void SwitchableClock::use(std::shared_ptr<Clock> clock) {
    const std::scoped_lock lock(mutex_);
    clock_.swap(clock); // the previous one is destroyed after the lock
    exchanged_.store(clock_ != nullptr, std::memory_order_release);
}

std::shared_ptr<Clock> SwitchableClock::current() const {
    const std::scoped_lock lock(mutex_);
    // The standard clock belongs to the process: a pointer without ownership is enough.
    return clock_ != nullptr ? clock_ : std::shared_ptr<Clock>(std::shared_ptr<Clock>{}, &standard_);
}

} // namespace pdh_shim
