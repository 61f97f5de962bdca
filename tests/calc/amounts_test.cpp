// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/amounts.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace pdh_shim::calc;

TEST_CASE("a value computed from an unread value is unread") {
    CHECK(scaled(unread, 1024) == unread);
    CHECK(scaled(3, 1024) == 3072);
    CHECK(scaled(number_max, 1024) == number_max);
    CHECK(scaled(-number_max, 1024) == -number_max);
    CHECK(sum_of({1, 2, 3}) == 6);
    CHECK(sum_of({1, unread, 3}) == unread);
    CHECK(sum_of({number_max, number_max}) == number_max);
    CHECK(sum_of({-number_max, -number_max}) == -number_max);
    CHECK(sum_of({1, INT64_MAX}) == number_max);
    CHECK(difference(5, 2) == 3);
    CHECK(difference(2, 5) == 0);
    CHECK(difference(INT64_MAX, -1) == INT64_MAX);
    CHECK(difference(unread, 5) == unread);
    CHECK(difference(5, unread) == unread);
}

TEST_CASE("a number is taken up to its bounds") {
    CHECK(bounded(0) == 0);
    CHECK(bounded(number_max) == number_max);
    CHECK(bounded(number_max + 1) == number_max);
    CHECK(bounded(INT64_MAX) == number_max);
    CHECK(bounded(-number_max - 1) == -number_max);
    CHECK(bounded(INT64_MIN) == -number_max);
    CHECK(sum_of({}) == 0);
}
