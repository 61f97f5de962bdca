#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace pdh_shim {

/// Ticks of PerfTime a second; the object clock and PerfTime100nSec run at the same rate.
inline constexpr std::int64_t ticks_per_second = 10'000'000;

/// One reading of all clocks, taken together.
struct Instant {
    /// The performance clock, in ticks of 100 ns. Never goes back and counts time spent suspended.
    std::int64_t perf_time = 0;
    /// The performance clock laid over UTC: a FILETIME that a change of the system time does not move.
    std::int64_t time_100ns = 0;
    /// The wall clock: UTC as a FILETIME (100 ns since 1601).
    std::int64_t system_time = 0;
};

/// Ends a wait from outside.
struct Waker {
    std::mutex mutex;
    std::condition_variable changed;
    bool woken = false;            // guarded by mutex
    std::shared_ptr<Waker> behind; // on a manual clock, which guards it: the next of those who wait

    void wake() {
        {
            const std::scoped_lock lock(mutex);
            woken = true;
        }
        changed.notify_all();
    }

    /// Waits until no time is left, or until it is woken: then it returns true. `left` says how many ticks.
    template <class Left>
    bool wait(const Left& left) {
        // A program may ask for 136 years, more than the C++ library can wait for where time_t has 32 bits.
        constexpr std::int64_t most_at_once = 3600 * ticks_per_second;
        constexpr std::int64_t nanoseconds_per_tick = 100;
        std::unique_lock lock(mutex);
        while (!woken) {
            const std::int64_t ticks = std::min<std::int64_t>(left(), most_at_once);
            if (ticks <= 0) {
                return false;
            }
            changed.wait_for(
                lock, std::chrono::nanoseconds(ticks * nanoseconds_per_tick), [&] { return woken; });
        }
        return true;
    }
};

/// Where the library gets the time from. One clock of the process can be set by hand (manual_clock.h).
class Clock {
  public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    Clock(Clock&&) = delete;
    Clock& operator=(Clock&&) = delete;
    virtual ~Clock() = default;

    [[nodiscard]] virtual Instant now() = 0;

    /// Waits until the performance clock shows this time, or somebody wakes the waker: then it returns true.
    virtual bool wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) = 0;
};

/// The clock of this machine.
[[nodiscard]] Clock& system_clock();

/// A UTC FILETIME as the local FILETIME that PDH stamps samples with, by the rules of the process's time
/// zone.
[[nodiscard]] std::int64_t to_local_file_time(std::int64_t utc_file_time);

} // namespace pdh_shim
