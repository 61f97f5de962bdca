// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace pdh_shim::platform {

inline constexpr auto one_record_names = std::to_array<std::string_view>(
    {"stat", "schedstat", "statm", "status", "io", "meminfo", "loadavg", "uptime"});

/// Whether one read with enough room returns the whole text of a kernel file, so that no second one has to
/// find its end: each costs a system call, and under Wine as much as generating the text. The kernel makes
/// these, and all of sysfs, in one piece.
[[nodiscard]] constexpr bool is_one_record(std::string_view path) noexcept {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return std::ranges::find(one_record_names, name) != one_record_names.end() ||
           path.find("/sys/") != std::string_view::npos;
}

} // namespace pdh_shim::platform
