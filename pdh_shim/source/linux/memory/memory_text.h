// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// What the modules of /proc/modules take together, in bytes.
[[nodiscard]] std::int64_t parse_module_sizes(std::string_view text);

/// A line of /proc/swaps.
struct SwapLine {
    std::string_view path; ///< blanks in it are escaped
    std::int64_t kilobytes = 0;
    std::int64_t used_kilobytes = 0;
};

void parse_swaps(std::string_view text, std::vector<SwapLine>& swaps);

} // namespace pdh_shim::source::linux
