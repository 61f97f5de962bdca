// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pdh_shim::test {

/// The numbers of a PDH_RAW_COUNTER.
struct RawValue {
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t multi = 0;
    std::uint32_t cstatus = 0;
};

} // namespace pdh_shim::test
