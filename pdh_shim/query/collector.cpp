// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collector.h"

#include "base/clock.h"
#include "base/platform.h"
#include "base/saturating.h"

#include <algorithm>
#include <new>
#include <utility>

namespace pdh_shim::query {

struct Collector::Work {
    Clock& clock;
    std::int64_t interval;
    std::int64_t first; // time of the performance clock
    std::function<void()> collect;
    std::unique_ptr<platform::Event> new_data;
    std::shared_ptr<WaitEvent> stop;

    void run() const {
        std::int64_t next = first;
        while (!clock.wait_until(stop, next)) {
            collect();
            if (new_data != nullptr) {
                new_data->set();
            }
            // Deadlines are absolute, so that the time a collect takes does not add up; those missed are left
            // out.
            next = std::max(saturated_add(next, interval), clock.now().perf_time);
        }
    }
};

Collector::Collector(Clock& clock, std::uint32_t seconds, std::function<void()> collect,
    std::unique_ptr<platform::Event> new_data)
    : stop_(std::make_shared<WaitEvent>()), owner_(fork_epoch()) {
    const std::int64_t interval = seconds * ticks_per_second;
    // The interval begins now, not when the thread does.
    auto work = std::make_shared<Work>(Work{clock, interval, saturated_add(clock.now().perf_time, interval),
        std::move(collect), std::move(new_data), stop_});
    thread_ = start_thread([work] { work->run(); });
}

Collector::~Collector() {
    if (owner_ != fork_epoch()) {
        // After fork() the thread exists in the parent only, and its number here may belong to
        // another thread.
        static_cast<void>(new (std::nothrow) OwnThread(std::move(thread_)));
        return;
    }
    stop_->wake();
    if (thread_.is_current()) {
        thread_.detach();
        return;
    }
    thread_.join();
}

} // namespace pdh_shim::query
