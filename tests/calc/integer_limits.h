// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Limits of the integers that formulas take and give.
#pragma once

#include <cstdint>
#include <limits>

namespace pdh_shim::test {

inline constexpr std::int64_t max_i64 = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t min_i64 = std::numeric_limits<std::int64_t>::min();

} // namespace pdh_shim::test
