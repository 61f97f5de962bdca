// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::script {

/// `2026-01-01T00:00:00.000Z` as a UTC FILETIME: ISO 8601, always UTC, years from 1601, up to nine digits of
/// a second, of which seven count. None for anything else.
[[nodiscard]] std::optional<std::int64_t> parse_system_time(std::string_view text) noexcept;

/// Converts a time from ticks of one frequency to ticks of another, rounded toward zero; saturates.
[[nodiscard]] std::int64_t rescale(std::int64_t time, std::int64_t from_freq, std::int64_t to_freq) noexcept;

/// The times in a sample.
struct GivenClocks {
    std::optional<std::int64_t> perf_time = std::nullopt;
    std::optional<std::int64_t> time_100ns = std::nullopt;
    std::optional<std::int64_t> system_time = std::nullopt;
};

/// The clocks of the first sample. PerfTime and PerfTime100nSec are taken from each other; without either
/// they start at 0. The system time starts at 2026-01-01T00:00:00Z and the time they show.
[[nodiscard]] Instant start_clocks(const GivenClocks& given, std::int64_t perf_freq) noexcept;

/// The clocks of a further sample. One that is not given continues from the previous sample by the time that
/// has passed on the first that is, in the order of GivenClocks; without any, one second has passed.
[[nodiscard]] Instant continue_clocks(
    const Instant& before, const GivenClocks& given, std::int64_t perf_freq) noexcept;

} // namespace pdh_shim::source::script
