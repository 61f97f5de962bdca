// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace pdh_shim {

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

} // namespace pdh_shim
