// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/saturating.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using namespace pdh_shim;

namespace {

constexpr std::int64_t most = INT64_MAX;
constexpr std::int64_t least = INT64_MIN;

} // namespace

TEST_CASE("a sum, a difference and a product in range are exact") {
    CHECK(saturated_add<std::int64_t>(most - 1, 1) == most);
    CHECK(saturated_add<std::int64_t>(least, most) == -1);
    CHECK(saturated_subtract<std::int64_t>(-1, most) == least);
    CHECK(saturated_subtract(least, least) == 0);
    CHECK(saturated_multiply<std::int64_t>(-3, 7) == -21);
    CHECK(saturated_multiply<std::int64_t>(least, 1) == least);
}

TEST_CASE("a result out of range is the nearest number in range") {
    CHECK(saturated_add<std::int64_t>(most, 1) == most);
    CHECK(saturated_add<std::int64_t>(least, -1) == least);
    CHECK(saturated_subtract<std::int64_t>(most, -1) == most);
    CHECK(saturated_subtract<std::int64_t>(0, least) == most);
    CHECK(saturated_subtract<std::int64_t>(-2, most) == least);
    CHECK(saturated_multiply<std::int64_t>(most, 2) == most);
    CHECK(saturated_multiply<std::int64_t>(least, -1) == most);
    CHECK(saturated_multiply<std::int64_t>(most, -2) == least);
    CHECK(saturated_multiply<std::int64_t>(-2, most) == least);
}

TEST_CASE("numbers without a sign stay in their range, too") {
    CHECK(saturated_add<std::uint64_t>(UINT64_MAX, 1) == UINT64_MAX);
    CHECK(saturated_subtract<std::uint64_t>(1, 2) == 0);
    CHECK(saturated_multiply<std::uint64_t>(1ULL << 40U, 1ULL << 40U) == UINT64_MAX);
}

TEST_CASE("numbers are as far apart as there are numbers at most") {
    CHECK(saturated_distance<std::int64_t>(-3, 4) == 7);
    CHECK(saturated_distance<std::int64_t>(4, -3) == 7);
    CHECK(saturated_distance(least, most) == most);
}

TEST_CASE("the whole part of any number has 64 bits") {
    CHECK(saturated_whole(-1.9) == -1);
    CHECK(saturated_whole(9.3e18) == most);
    CHECK(saturated_whole(-9.3e18) == least);
    CHECK(saturated_whole(9223372036854774784.0) == most - 1023);
    CHECK(saturated_whole(std::numeric_limits<double>::infinity()) == most);
    CHECK(saturated_whole(std::numeric_limits<double>::quiet_NaN()) == 0);
}
