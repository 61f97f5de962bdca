// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
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

/// How many files a process may have open, from the text of /proc/<pid>/limits; 0 if it is missing there.
[[nodiscard]] inline std::size_t parse_file_limit(std::string_view limits) noexcept {
    constexpr std::string_view name = "Max open files";
    const std::size_t line = limits.find(name);
    if (line == std::string_view::npos) {
        return 0;
    }
    limits.remove_prefix(line + name.size());
    limits.remove_prefix(std::min(limits.find_first_not_of(' '), limits.size()));
    std::size_t limit = 0;
    const auto [end, error] = std::from_chars(limits.data(), limits.data() + limits.size(), limit);
    return error == std::errc() ? limit : 0;
}

} // namespace pdh_shim::platform
