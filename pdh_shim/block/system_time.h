// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace pdh_shim::block {

/// The eight words of a SYSTEMTIME: year, month, day of the week (0 = Sunday), day, hour, minute, second,
/// millisecond.
using SystemTime = std::array<std::uint16_t, 8>;

/// As a FILETIME (100 ns since 1601), or none for a date that there is not. The day of the week is ignored.
[[nodiscard]] std::optional<std::int64_t> to_file_time(const SystemTime& time) noexcept;

/// A FILETIME, cut to milliseconds.
[[nodiscard]] SystemTime to_system_time(std::int64_t file_time) noexcept;

} // namespace pdh_shim::block
