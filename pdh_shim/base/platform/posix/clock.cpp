// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"

#include "base/fork_mutex.h"
#include "base/saturating.h"
#include "base/unload.h"
#include "base/waker.h"

#include <ctime>
#include <mutex>

namespace pdh_shim {
namespace {

constexpr std::int64_t nanoseconds_per_tick = 100;

// While Linux suspends the machine, CLOCK_BOOTTIME continues and CLOCK_MONOTONIC does not.
#ifdef CLOCK_BOOTTIME
constexpr clockid_t performance_clock = CLOCK_BOOTTIME;
#else
constexpr clockid_t performance_clock = CLOCK_MONOTONIC;
#endif

std::int64_t read_ticks(clockid_t id) {
    std::timespec now{};
    clock_gettime(id, &now);
    return static_cast<std::int64_t>(now.tv_sec) * ticks_per_second +
           static_cast<std::int64_t>(now.tv_nsec) / nanoseconds_per_tick;
}

class SystemClock final : public Clock {
  public:
    SystemClock()
        : offset_(read_ticks(CLOCK_REALTIME) + unix_epoch_as_file_time - read_ticks(performance_clock)) {}

    Instant now() override {
        Instant instant;
        instant.perf_time = read_ticks(performance_clock);
        instant.time_100ns = instant.perf_time + offset_;
        instant.system_time = read_ticks(CLOCK_REALTIME) + unix_epoch_as_file_time;
        return instant;
    }

    bool wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) override {
        return waker->wait([&] { return perf_time - read_ticks(performance_clock); });
    }

  private:
    std::int64_t offset_; // fixed at start, so that a change of the system time does not move time_100ns
};

std::time_t to_unix_time(std::int64_t utc_file_time) {
    const std::int64_t since_epoch = saturated_subtract(utc_file_time, unix_epoch_as_file_time);
    const std::int64_t seconds = since_epoch / ticks_per_second;
    return static_cast<std::time_t>(since_epoch % ticks_per_second < 0 ? seconds - 1 : seconds);
}

// The C library uses a lock here, which a child of fork() may inherit locked by a thread that it does not
// have.
bool convert_to_local(std::time_t time, std::tm& local) {
    static constinit Singleton<ForkMutex> mutex;
    const std::scoped_lock lock(mutex.get());
    return localtime_r(&time, &local) != nullptr;
}

} // namespace

Clock& system_clock() {
    static constinit Singleton<SystemClock> instance;
    return instance.get();
}

std::int64_t to_local_file_time(std::int64_t utc_file_time) {
    std::tm local{};
    if (!convert_to_local(to_unix_time(utc_file_time), local)) {
        return utc_file_time;
    }
    return saturated_add(utc_file_time, static_cast<std::int64_t>(local.tm_gmtoff) * ticks_per_second);
}

TimeZone time_zone_at(std::int64_t utc_file_time) {
    constexpr long seconds_per_minute = 60;
    std::tm local{};
    if (!convert_to_local(to_unix_time(utc_file_time), local)) {
        return {};
    }
    return {.name = local.tm_zone, .bias = static_cast<std::int32_t>(-local.tm_gmtoff / seconds_per_minute)};
}

} // namespace pdh_shim
