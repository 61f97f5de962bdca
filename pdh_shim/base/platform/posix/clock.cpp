// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"

#include "base/lazy.h"
#include "base/platform.h"
#include "base/platform/posix/time_zone_rules.h"
#include "base/saturating.h"

#include <ctime>
#include <vector>

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

    bool wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) override {
        return wait_event->wait([&] { return perf_time - read_ticks(performance_clock); });
    }

  private:
    std::int64_t offset_; // fixed at start, so that a change of the system time does not move time_100ns
};

std::int64_t to_unix_time(std::int64_t utc_file_time) {
    const std::int64_t since_epoch = saturated_subtract(utc_file_time, unix_epoch_as_file_time);
    const std::int64_t seconds = since_epoch / ticks_per_second;
    return since_epoch % ticks_per_second < 0 ? seconds - 1 : seconds;
}

// What the program's tzset() sets. It says that TZ may be another one: to read the environment each time
// would meet a thread of the program that changes it. Two zones with the same names and the same offset have
// one mark: a program that changes from one to the other keeps the first.
struct ZoneMark {
    const char* standard = tzname[0];
    const char* summer = tzname[1];
#ifdef __FreeBSD__ // where it is a function
    long offset = 0;
    int has_summer_time = 0;
#else
    long offset = ::timezone;
    int has_summer_time = ::daylight;
#endif

    friend bool operator==(const ZoneMark&, const ZoneMark&) = default;
};

struct KnownZone {
    ZoneMark mark;
    platform::TimeZoneRules rules;
};

struct ZoneState {
    Locked<std::shared_ptr<const KnownZone>> known{nullptr, Rank::last}; // lines of the log have times
};

std::shared_ptr<const KnownZone> load_zone(const ZoneMark& mark) {
    std::vector<std::string> folders{"/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
        "/etc/zoneinfo", "/var/db/timezone/zoneinfo"};
    if (auto chosen = platform::environment("TZDIR")) {
        folders.insert(folders.begin(), std::move(*chosen));
    }
    return std::make_shared<const KnownZone>(
        KnownZone{mark, platform::load_time_zone(platform::environment("TZ"), folders)});
}

// The file is read under no lock: fork() waits for none, and a child reads it itself.
std::shared_ptr<const KnownZone> zone_of_process() {
    static constinit Singleton<ZoneState> state;
    const ZoneMark mark;
    auto known = state.get().known.copy();
    if (known == nullptr || known->mark != mark) {
        known = load_zone(mark);
        state.get().known.replace(known);
    }
    return known;
}

} // namespace

Clock& system_clock() {
    static constinit Singleton<SystemClock> instance;
    return instance.get();
}

std::int64_t to_local_file_time(std::int64_t utc_file_time) {
    const std::int64_t offset = zone_of_process()->rules.at(to_unix_time(utc_file_time)).offset;
    return saturated_add(utc_file_time, offset * ticks_per_second);
}

TimeZone time_zone_at(std::int64_t utc_file_time) {
    constexpr std::int32_t seconds_per_minute = 60;
    const auto zone = zone_of_process();
    const platform::LocalTimeType& local = zone->rules.at(to_unix_time(utc_file_time));
    return {.name = local.name, .bias = -local.offset / seconds_per_minute};
}

} // namespace pdh_shim
