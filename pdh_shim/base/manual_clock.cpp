// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"

#include "base/mutex.h"
#include "base/saturating.h"
#include "base/waker.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim {
namespace {

// A deadline that is out of range becomes INT64_MAX, which never comes.
constexpr std::int64_t latest = INT64_MAX - 1;

} // namespace

// They form a list, so that no wait needs memory.
struct ManualClock::Waiters {
    Mutex mutex{Rank::leaf}; // guards what follows
    std::shared_ptr<Waker> first;

    void enlist(const std::shared_ptr<Waker>& waker);
    void forget(const std::shared_ptr<Waker>& waker);
};

void ManualClock::Waiters::enlist(const std::shared_ptr<Waker>& waker) {
    const std::scoped_lock lock(mutex);
    if (++waker->threads == 1) {
        waker->next = std::exchange(first, waker);
    }
}

void ManualClock::Waiters::forget(const std::shared_ptr<Waker>& waker) {
    const std::scoped_lock lock(mutex);
    if (--waker->threads != 0) {
        return;
    }
    std::shared_ptr<Waker>* place = &first;
    while (*place != waker) {
        place = &(*place)->next;
    }
    *place = std::exchange(waker->next, nullptr);
}

ManualClock::ManualClock(Instant start)
    : start_(start), longest_(std::max<std::int64_t>(
                         0, latest - std::max({start.perf_time, start.time_100ns, start.system_time}))),
      waiters_(std::make_shared<Waiters>()) {}

std::shared_ptr<ManualClock::Waiters> ManualClock::waiters() {
    return waiters_.get([](const Waiters* /*parents*/) { return std::make_shared<Waiters>(); });
}

Instant ManualClock::now() {
    const std::int64_t elapsed = elapsed_.load(std::memory_order_acquire);
    return {start_.perf_time + elapsed, start_.time_100ns + elapsed, start_.system_time + elapsed};
}

bool ManualClock::wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) {
    const std::int64_t deadline = saturated_subtract(perf_time, start_.perf_time);
    const auto waiters = this->waiters();
    waiters->enlist(waker);
    bool woken = false;
    {
        Mutex::Waiting waiting(waker->mutex);
        waker->changed.wait(waiting.lock(),
            [&] { return waker->woken || elapsed_.load(std::memory_order_acquire) >= deadline; });
        woken = waker->woken;
    }
    waiters->forget(waker);
    return woken;
}

void ManualClock::advance(std::int64_t ticks) {
    std::int64_t before = elapsed_.load();
    while (!elapsed_.compare_exchange_weak(before, std::min(saturated_add(before, ticks), longest_))) {
    }
    const auto waiters = this->waiters();
    const std::scoped_lock lock(waiters->mutex);
    for (Waker* waker = waiters->first.get(); waker != nullptr; waker = waker->next.get()) {
        // Passing through its lock makes sure that a waiter either sees the new time or gets the
        // notification.
        { const std::scoped_lock waker_lock(waker->mutex); }
        waker->changed.notify_all();
    }
}

std::size_t ManualClock::waiting() const {
    const auto waiters = waiters_.get();
    if (waiters == nullptr) {
        return 0;
    }
    const std::scoped_lock lock(waiters->mutex);
    std::size_t count = 0;
    for (const Waker* waker = waiters->first.get(); waker != nullptr; waker = waker->next.get()) {
        count += waker->threads;
    }
    return count;
}

Instant SwitchableClock::now() {
    return exchanged_.load(std::memory_order_acquire) ? current()->now() : standard_.now();
}

bool SwitchableClock::wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) {
    return current()->wait_until(waker, perf_time);
}

void SwitchableClock::use(std::shared_ptr<Clock> clock) {
    clock_.with([&](std::shared_ptr<Clock>& current) {
        exchanged_.store(clock != nullptr, std::memory_order_release);
        return std::exchange(current, std::move(clock));
    });
}

std::shared_ptr<Clock> SwitchableClock::current() const {
    auto clock = clock_.copy();
    // The standard clock belongs to the process: a pointer without ownership is enough.
    return clock != nullptr ? clock : std::shared_ptr<Clock>(std::shared_ptr<Clock>{}, &standard_);
}

} // namespace pdh_shim
