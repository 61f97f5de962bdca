// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace pdh_shim::source::linux {

/// No machine has more CPUs; a higher number in a text is not believed.
inline constexpr std::uint32_t most_cpus = 65536;

/// Calls `visit` with each number of a list such as `0-3,8`.
template <class Visit>
void parse_cpu_list(std::string_view text, Visit visit) {
    Scanner scanner(text);
    while (const auto first = scanner.number()) {
        const auto last = scanner.skip("-") ? scanner.number() : first;
        for (std::int64_t cpu = std::max<std::int64_t>(0, *first);
             cpu <= last.value_or(-1) && cpu < most_cpus; ++cpu) {
            visit(static_cast<std::uint32_t>(cpu));
        }
        scanner.skip(",");
    }
}

} // namespace pdh_shim::source::linux
