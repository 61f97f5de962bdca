// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "query/collector.h"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

using pdh_shim::ManualClock;
using pdh_shim::ticks_per_second;
using pdh_shim::query::Collector;

namespace {

// Counts collects, and lets a test wait for the next.
class Counting {
  public:
    void collect() {
        {
            const std::scoped_lock lock(mutex_);
            ++count_;
        }
        changed_.notify_all();
    }
    int wait_for(int count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return count_ >= count; });
        return count_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

class CountingEvent final : public pdh_shim::platform::Event {
  public:
    explicit CountingEvent(std::shared_ptr<Counting> counting) : counting_(std::move(counting)) {}
    void set() noexcept override { counting_->collect(); }

  private:
    std::shared_ptr<Counting> counting_;
};

void wait_until_waiting(const ManualClock& clock) {
    while (clock.waiting() == 0) {
        std::this_thread::yield();
    }
}

} // namespace

TEST_CASE("the collector collects once in each interval and then sets the event") {
    ManualClock clock({});
    Counting collects;
    const auto events = std::make_shared<Counting>();
    const Collector collector(
        clock, 2, [&] { collects.collect(); }, std::make_unique<CountingEvent>(events));
    for (int i = 1; i <= 3; ++i) {
        wait_until_waiting(clock);
        clock.advance(2 * ticks_per_second);
        CHECK(collects.wait_for(i) == i);
        CHECK(events->wait_for(i) == i);
    }
}

TEST_CASE("the first interval begins when the collector is made, not when its thread runs") {
    for (int i = 0; i < 20; ++i) {
        ManualClock clock({});
        Counting collects;
        const Collector collector(
            clock, 1, [&] { collects.collect(); }, nullptr);
        clock.advance(ticks_per_second);
        CHECK(collects.wait_for(1) == 1);
    }
}

TEST_CASE("intervals that were missed are left out") {
    ManualClock clock({});
    Counting collects;
    const Collector collector(
        clock, 1, [&] { collects.collect(); }, nullptr);
    wait_until_waiting(clock);
    clock.advance(10 * ticks_per_second);
    collects.wait_for(2);
    wait_until_waiting(clock);
    CHECK(collects.wait_for(2) == 2);
}

TEST_CASE("the collector ends at once, whether or not its thread waits already") {
    ManualClock clock({});
    std::atomic<int> collects = 0;
    for (int i = 0; i < 20; ++i) {
        const Collector collector(
            clock, 1, [&] { ++collects; }, nullptr);
    }
    CHECK(collects == 0);
}
