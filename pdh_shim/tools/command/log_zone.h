// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace pdh_shim::tools::command {

/// The environment variable by which a program tells the library the time zone of logs that do not name one.
inline constexpr const char* log_zone_variable = "PDH_SHIM_LOG_ZONE";

/// Whether the library understands a zone by itself: `UTC`, or the minutes of a day.
[[nodiscard]] inline bool is_number_or_utc(std::string_view zone) {
    constexpr int most = 24 * 60;
    int minutes = 0;
    const char* const end = zone.data() + zone.size();
    const auto [stop, error] = std::from_chars(zone.data(), end, minutes);
    return zone == "UTC" || (error == std::errc() && stop == end && minutes >= -most && minutes <= most);
}

} // namespace pdh_shim::tools::command
