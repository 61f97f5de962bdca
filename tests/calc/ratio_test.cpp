// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/doubles.h"
#include "calc/integer_limits.h"
#include "calc/ratio.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using pdh_shim::calc::multiply;
using pdh_shim::calc::Ratio;
using pdh_shim::calc::to_double;
using pdh_shim::calc::to_integer;
using pdh_shim::calc::whole_part;
using pdh_shim::calc::Wide;
using pdh_shim::test::max_i64;
using pdh_shim::test::min_i64;
using pdh_shim::test::same_double;

namespace {

using Narrow = Ratio<std::uint64_t>;

constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::int32_t max_i32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t min_i32 = std::numeric_limits<std::int32_t>::min();

constexpr Ratio<Wide> widened(const Narrow& ratio) {
    return {Wide{ratio.numerator}, Wide{ratio.denominator}, ratio.negative};
}

} // namespace

static_assert(to_double(Narrow{1, 3}) == 1.0 / 3.0);
static_assert(to_double(widened({1, 3})) == 1.0 / 3.0);
static_assert(to_double(Narrow{max_u64, 1}) == 18446744073709551616.0);
static_assert(to_integer<std::int32_t>(Narrow{7, 2, true}) == -3);

TEST_CASE("a product that does not fit in 64 bits is reported") {
    std::uint64_t number = max_u64 / 10;
    CHECK(multiply(number, 10));
    CHECK_FALSE(multiply(number, 2));
}

TEST_CASE("64 bits and many bits give the same numbers") {
    const std::uint64_t numbers[] = {1, 2, 3, 7, 99, 1000, 3'579'545, 0xFFFFFFFF, 0x100000000,
        (std::uint64_t{1} << 53) - 1, std::uint64_t{1} << 53, (std::uint64_t{1} << 53) + 1, max_u64 - 1,
        max_u64};
    for (const std::uint64_t numerator : numbers) {
        for (const std::uint64_t denominator : numbers) {
            CAPTURE(numerator);
            CAPTURE(denominator);
            const Narrow ratio{numerator, denominator};
            CHECK(same_double(to_double(ratio), to_double(widened(ratio))));
            CHECK(whole_part(ratio) == whole_part(widened(ratio)));
        }
    }
}

TEST_CASE("a double is the nearest one, and the even one of two as near") {
    constexpr std::uint64_t two_53 = std::uint64_t{1} << 53;
    CHECK(to_double(Narrow{two_53 + 1, 1}) == 9007199254740992.0);
    CHECK(to_double(Narrow{two_53 + 3, 1}) == 9007199254740996.0);
    CHECK(to_double(Narrow{2 * two_53 + 5, 2}) == 9007199254740994.0);
}

TEST_CASE("digits that are cut off far behind a tie still decide its rounding") {
    // (2^53 + 1) + 2^-200 lies just above the middle of two doubles.
    Ratio<Wide> ratio{Wide{(std::uint64_t{1} << 53) + 1}, Wide{1}};
    ratio.numerator <<= 200;
    ratio.numerator += Wide{1};
    ratio.denominator <<= 200;
    CHECK(to_double(ratio) == 9007199254740994.0);
}

TEST_CASE("zero is zero") {
    CHECK(to_double(Narrow{0, 7}) == 0.0);
    CHECK(to_double(widened({0, 7})) == 0.0);
    CHECK(to_integer<std::int64_t>(widened({0, 7})) == 0);
}

TEST_CASE("integers truncate toward zero") {
    CHECK(to_integer<std::int32_t>(Narrow{199, 100}) == 1);
    CHECK(to_integer<std::int32_t>(Narrow{199, 100, true}) == -1);
    CHECK(to_integer<std::int64_t>(Narrow{max_u64, max_u64 - 1}) == 1);
    CHECK(to_integer<std::int64_t>(Narrow{max_u64 - 1, max_u64}) == 0);
}

TEST_CASE("integers saturate at the limits of their type") {
    CHECK(to_integer<std::int32_t>(Narrow{0x7FFFFFFF, 1}) == max_i32);
    CHECK(to_integer<std::int32_t>(Narrow{0x80000000, 1}) == max_i32);
    CHECK(to_integer<std::int32_t>(Narrow{0x80000000, 1, true}) == min_i32);
    CHECK(to_integer<std::int32_t>(Narrow{0x80000001, 1, true}) == min_i32);
    CHECK(to_integer<std::int64_t>(Narrow{max_u64, 1}) == max_i64);
    CHECK(to_integer<std::int64_t>(Narrow{max_u64, 1, true}) == min_i64);
    CHECK(to_integer<std::int64_t>(Narrow{std::uint64_t{1} << 63, 1, true}) == min_i64);
    Ratio<Wide> beyond{Wide{1}, Wide{1}};
    beyond.numerator <<= 170;
    CHECK(to_integer<std::int64_t>(beyond) == max_i64);
}

TEST_CASE("a negative ratio is a negative double") {
    CHECK(to_double(Narrow{3, 2, true}) == -1.5);
    CHECK(to_double(widened({3, 2, true})) == -1.5);
}
