// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace pdh_shim {

/// Ticks of PerfTime a second; the object clock and PerfTime100nSec run at the same rate.
inline constexpr std::int64_t ticks_per_second = 10'000'000;
/// The first second of 1970, in UTC, as a FILETIME.
inline constexpr std::int64_t unix_epoch_as_file_time = 116'444'736'000'000'000;

/// One reading of all clocks, taken together.
struct Instant {
    /// The performance clock, in ticks of 100 ns. Never goes back and counts time spent suspended.
    std::int64_t perf_time = 0;
    /// The performance clock as UTC: a FILETIME that changes of the system time do not affect.
    std::int64_t time_100ns = 0;
    /// The wall clock: UTC as a FILETIME (100 ns since 1601).
    std::int64_t system_time = 0;
};

struct WaitEvent;

/// Where the library gets the time from. A program can replace it by a clock that it sets (manual_clock.h).
class Clock : boost::noncopyable {
  public:
    virtual ~Clock() = default;

    [[nodiscard]] virtual Instant now() = 0;

    /// Waits until the performance clock shows this time; returns true if the event ends the wait before.
    virtual bool wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) = 0;
};

/// The clock of this machine.
[[nodiscard]] Clock& system_clock();

/// Converts a UTC FILETIME to the local FILETIME of PDH's time stamps, by the rules of the process's time
/// zone.
[[nodiscard]] std::int64_t to_local_file_time(std::int64_t utc_file_time);

/// The time zone of the process at some time.
struct TimeZone {
    std::string name;      ///< as the system calls it, in UTF-8; in summer another one, where it is
    std::int32_t bias = 0; ///< minutes: UTC = local time + bias
};
[[nodiscard]] TimeZone time_zone_at(std::int64_t utc_file_time);

/// Lets one thread end the wait of another.
struct WaitEvent {
    Mutex mutex{Rank::last};
    std::condition_variable changed;
    std::atomic<bool> woken{false};    // set under the mutex
    std::shared_ptr<WaitEvent> clocks; // of the manual clock that a thread waits on; guarded by mutex

    void wake() {
        std::shared_ptr<WaitEvent> waited_on;
        {
            const std::scoped_lock lock(mutex);
            woken = true;
            waited_on = clocks;
        }
        changed.notify_all();
        if (waited_on != nullptr) {
            waited_on->notify();
        }
    }

    /// Makes waiting threads look again, for a reason that the mutex does not guard.
    void notify() {
        { const std::scoped_lock lock(mutex); } // a thread that has looked already waits from here on
        changed.notify_all();
    }

    /// Waits until no time is left; returns true if it is woken before. `left` returns the remaining ticks.
    template <class Left>
    bool wait(const Left& left) {
        // A program may request 136 years, more than the C++ library can wait for where time_t has 32 bits.
        constexpr std::int64_t most_at_once = 3600 * ticks_per_second;
        constexpr std::int64_t nanoseconds_per_tick = 100;
        Mutex::Waiting waiting(mutex);
        while (!woken) {
            const std::int64_t ticks = std::min<std::int64_t>(left(), most_at_once);
            if (ticks <= 0) {
                return false;
            }
            changed.wait_for(waiting.lock(), std::chrono::nanoseconds(ticks * nanoseconds_per_tick),
                [&] { return woken.load(); });
        }
        return true;
    }
};

} // namespace pdh_shim
