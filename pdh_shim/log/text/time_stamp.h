// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::log::text {

/// Appends a local FILETIME as `MM/DD/YYYY HH:MM:SS.mmm`, whatever the locale; what is below the millisecond
/// is cut.
void append_time_stamp(std::string& out, std::int64_t local_time);

/// Reads one; none if it is no such time. The fraction of a second may be missing or have any number of
/// digits. The seconds may be missing too: spreadsheets leave them out when they save a log.
[[nodiscard]] std::optional<std::int64_t> parse_time_stamp(std::string_view text);

} // namespace pdh_shim::log::text
