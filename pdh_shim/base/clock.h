// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <memory>
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

} // namespace pdh_shim
