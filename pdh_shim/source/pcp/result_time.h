// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <cstdint>
#include <sys/time.h>

// The times of libpcp as FILETIMEs of UTC.

namespace pdh_shim::source::pcp {

inline constexpr std::int64_t ticks_per_microsecond = ticks_per_second / 1'000'000;

[[nodiscard]] inline std::int64_t to_file_time(const timeval& time) noexcept {
    return unix_epoch_as_file_time + static_cast<std::int64_t>(time.tv_sec) * ticks_per_second +
           static_cast<std::int64_t>(time.tv_usec) * ticks_per_microsecond;
}

/// Of a time from 1970 on.
[[nodiscard]] inline timeval to_timeval(std::int64_t file_time) noexcept {
    const std::int64_t ticks = file_time - unix_epoch_as_file_time;
    return {.tv_sec = static_cast<time_t>(ticks / ticks_per_second),
        .tv_usec = static_cast<suseconds_t>(ticks % ticks_per_second / ticks_per_microsecond)};
}

} // namespace pdh_shim::source::pcp
