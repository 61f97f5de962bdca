// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <ratio>

namespace pdh_shim {

/// What a FILETIME counts, from the first day of 1601.
using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, ticks_per_second>>;

/// The eight words of a SYSTEMTIME: year, month, day of the week (0 = Sunday), day, hour, minute, second,
/// millisecond.
using SystemTime = std::array<std::uint16_t, 8>;

/// As a FILETIME, or none for a date that does not exist. The day of the week is ignored.
[[nodiscard]] std::optional<std::int64_t> to_file_time(const SystemTime& time) noexcept;

/// A FILETIME, cut to milliseconds. A negative one as 0.
[[nodiscard]] SystemTime to_system_time(std::int64_t file_time) noexcept;

/// A time of a day as a FILETIME.
[[nodiscard]] std::int64_t file_time_at(std::chrono::sys_days day, Ticks time_of_day = {}) noexcept;

} // namespace pdh_shim
