// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/exact_sum.h"

#include <doctest/doctest.h>

#include <initializer_list>

using pdh_shim::tools::statistics::ExactSum;

TEST_CASE("what a large number hides is not lost") {
    ExactSum sum(1e16);
    for (int i = 0; i < 1000; ++i) {
        sum.add(0.5);
    }
    CHECK(sum.value() == 1e16 + 500);
    sum.add(-1e16);
    CHECK(sum.value() == 500);
    CHECK(sum.distance_to(501, 0.25) == 1.25);
}

TEST_CASE("numbers may come in any order") {
    ExactSum sum;
    for (const double number : {1.0, 1e100, 1.0, -1e100}) {
        sum.add(number);
    }
    CHECK(sum.value() == 2);
}
