// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"

#include "base/saturating.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim {
namespace {

// A deadline that is out of range becomes INT64_MAX, which never comes.
constexpr std::int64_t latest = INT64_MAX - 1;

} // namespace

// What all threads wait with that wait on the clock.
struct ManualClock::Waiters : WaitEvent {
    std::size_t threads = 0; // guarded by the mutex
};

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

bool ManualClock::wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) {
    const std::int64_t deadline = saturated_subtract(perf_time, start_.perf_time);
    const auto waiters = this->waiters();
    {
        const std::scoped_lock lock(wait_event->mutex);
        wait_event->clocks = waiters;
    }
    Mutex::Waiting waiting(waiters->mutex);
    ++waiters->threads;
    waiters->changed.wait(waiting.lock(),
        [&] { return wait_event->woken || elapsed_.load(std::memory_order_acquire) >= deadline; });
    --waiters->threads;
    return wait_event->woken;
}

void ManualClock::advance(std::int64_t ticks) {
    std::int64_t before = elapsed_.load();
    while (!elapsed_.compare_exchange_weak(before, std::min(saturated_add(before, ticks), longest_))) {
    }
    waiters()->notify();
}

std::size_t ManualClock::waiting() const {
    const auto waiters = waiters_.get();
    if (waiters == nullptr) {
        return 0;
    }
    const std::scoped_lock lock(waiters->mutex);
    return waiters->threads;
}

Instant SwitchableClock::now() {
    return exchanged_.load(std::memory_order_acquire) ? current()->now() : standard_.now();
}

bool SwitchableClock::wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) {
    return current()->wait_until(wait_event, perf_time);
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
