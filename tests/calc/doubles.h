// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cfloat>
#include <cmath>

namespace pdh_shim::test {

/// True when a computed double is the expected one. Where the processor divides in more than double precision
/// (x87) the neighbour is as good.
inline bool same_double(double computed, double expected) {
    constexpr bool divides_in_double = FLT_EVAL_METHOD == 0;
    return computed == expected || (!divides_in_double && std::nextafter(computed, expected) == expected);
}

} // namespace pdh_shim::test
