// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"

#include "base/lazy.h"
#include "base/platform/win32/system.h"
#include "base/saturating.h"

#include <windows.h>

#include <string_view>

namespace pdh_shim {
namespace {

std::int64_t as_number(const FILETIME& time) {
    return static_cast<std::int64_t>((std::uint64_t{time.dwHighDateTime} << 32U) | time.dwLowDateTime);
}

FILETIME as_file_time(std::int64_t ticks) {
    FILETIME time;
    time.dwLowDateTime = static_cast<DWORD>(ticks & 0xFFFFFFFF);
    time.dwHighDateTime = static_cast<DWORD>(ticks >> 32U);
    return time;
}

using ReadTime = void(WINAPI*)(FILETIME*);

/// The precise function is newer than Windows 7, so it is looked up.
ReadTime find_wall_clock() {
    void* const precise = platform::find_system_function(L"kernel32.dll", "GetSystemTimePreciseAsFileTime");
    return precise == nullptr ? GetSystemTimeAsFileTime : reinterpret_cast<ReadTime>(precise);
}

class SystemClock final : public Clock {
  public:
    SystemClock()
        : frequency_(read_frequency()), read_time_(find_wall_clock()),
          offset_(wall_time() - performance_time()) {}

    Instant now() override {
        Instant instant;
        instant.perf_time = performance_time();
        instant.time_100ns = instant.perf_time + offset_;
        instant.system_time = wall_time();
        return instant;
    }

    bool wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) override {
        return wait_event->wait([&] { return perf_time - performance_time(); });
    }

  private:
    static std::int64_t read_frequency() {
        LARGE_INTEGER frequency;
        QueryPerformanceFrequency(&frequency); // does not fail on Windows XP and later
        return frequency.QuadPart;
    }

    [[nodiscard]] std::int64_t performance_time() const {
        LARGE_INTEGER count;
        QueryPerformanceCounter(&count);
        const std::int64_t seconds = count.QuadPart / frequency_;
        const std::int64_t rest = count.QuadPart % frequency_;
        return seconds * ticks_per_second + rest * ticks_per_second / frequency_;
    }

    [[nodiscard]] std::int64_t wall_time() const {
        FILETIME time;
        read_time_(&time);
        return as_number(time);
    }

    std::int64_t frequency_;
    ReadTime read_time_;
    std::int64_t offset_; // fixed at start, so that a change of the system time does not move time_100ns
};

/// How far local time is ahead at this time. 0 beyond the end of the calendar.
std::int64_t find_local_offset(std::int64_t utc_file_time) {
    const FILETIME time = as_file_time(utc_file_time);
    SYSTEMTIME utc{};
    SYSTEMTIME local{};
    FILETIME whole_utc{};
    FILETIME whole_local{};
    // Calendar times have only milliseconds, so they are used just for the offset.
    if (FileTimeToSystemTime(&time, &utc) == 0 || SystemTimeToFileTime(&utc, &whole_utc) == 0 ||
        SystemTimeToTzSpecificLocalTime(nullptr, &utc, &local) == 0 ||
        SystemTimeToFileTime(&local, &whole_local) == 0) {
        return 0;
    }
    return as_number(whole_local) - as_number(whole_utc);
}

constexpr std::int64_t ticks_per_minute = 60 * ticks_per_second;

/// The offset of the latest second: Wine reads the system's time zone for each call, which
/// costs half as much as reading the kernel's file.
class LocalOffset {
  public:
    [[nodiscard]] std::int64_t at(std::int64_t utc_file_time) {
        const std::int64_t second = utc_file_time / ticks_per_second;
        const std::scoped_lock lock(mutex_);
        if (second != second_) {
            offset_ = find_local_offset(utc_file_time);
            second_ = second;
        }
        return offset_;
    }

  private:
    Mutex mutex_{Rank::last};
    std::int64_t second_ = -1;
    std::int64_t offset_ = 0;
};

} // namespace

Clock& system_clock() {
    static constinit Singleton<SystemClock> instance;
    return instance.get();
}

std::int64_t to_local_file_time(std::int64_t utc_file_time) {
    static constinit Singleton<LocalOffset> offset;
    return saturated_add(utc_file_time, offset.get().at(utc_file_time));
}

TimeZone time_zone_at(std::int64_t utc_file_time) {
    TIME_ZONE_INFORMATION zone{};
    const DWORD season = GetTimeZoneInformation(&zone);
    const std::wstring_view name = season == TIME_ZONE_ID_DAYLIGHT ? zone.DaylightName : zone.StandardName;
    return {.name = platform::from_wide(name),
        .bias = static_cast<std::int32_t>(-find_local_offset(utc_file_time) / ticks_per_minute)};
}

} // namespace pdh_shim
