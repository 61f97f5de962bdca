// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/wide.h"

#include <doctest/doctest.h>

#include <cstdint>

using pdh_shim::calc::divide;
using pdh_shim::calc::Wide;
using pdh_shim::calc::WideDivision;

namespace {

constexpr std::uint64_t all_ones = 0xFFFFFFFFFFFFFFFF;

constexpr Wide shifted(std::uint64_t value, int bits) {
    Wide wide{value};
    wide <<= bits;
    return wide;
}

constexpr Wide product(Wide left, std::uint64_t right) {
    left *= right;
    return left;
}

constexpr Wide sum(Wide left, const Wide& right) {
    left += right;
    return left;
}

constexpr Wide difference(Wide left, const Wide& right) {
    left -= right;
    return left;
}

} // namespace

static_assert(product(Wide{all_ones}, all_ones) == difference(sum(shifted(1, 128), Wide{1}), shifted(1, 65)));
static_assert(divide(shifted(1, 300), shifted(1, 236)).quotient == shifted(1, 64));

TEST_CASE("a sum carries and a difference borrows across all limbs") {
    const Wide ones = difference(shifted(1, 320), Wide{1});
    CHECK(ones.bit_length() == 320);
    CHECK(sum(ones, Wide{1}) == shifted(1, 320));
    CHECK(difference(shifted(1, 320), ones) == Wide{1});
}

TEST_CASE("the order is that of the numbers") {
    CHECK(shifted(1, 200) > Wide{all_ones});
    CHECK(Wide{2} < Wide{3});
    CHECK(shifted(1, 64) > Wide{all_ones});
}

TEST_CASE("the bit length counts to the highest bit set") {
    CHECK(Wide{}.bit_length() == 0);
    CHECK(Wide{1}.bit_length() == 1);
    CHECK(Wide{all_ones}.bit_length() == 64);
    CHECK(shifted(5, 100).bit_length() == 103);
}

TEST_CASE("a shift moves whole limbs and single bits") {
    CHECK(shifted(3, 0) == Wide{3});
    CHECK(shifted(3, 32) == product(Wide{3}, std::uint64_t{1} << 32));
    CHECK(shifted(3, 33) == product(Wide{3}, std::uint64_t{1} << 33));
    CHECK(shifted(all_ones, 64).low_bits() == 0);
}

TEST_CASE("a quotient is whole, and it reports whether there is a remainder") {
    const WideDivision exact = divide(Wide{91}, Wide{7});
    CHECK(exact.quotient == Wide{13});
    CHECK(exact.exact);
    const WideDivision inexact = divide(Wide{92}, Wide{7});
    CHECK(inexact.quotient == Wide{13});
    CHECK_FALSE(inexact.exact);
}

TEST_CASE("a dividend below the divisor gives 0 with a remainder") {
    const WideDivision division = divide(Wide{6}, shifted(7, 100));
    CHECK(division.quotient == Wide{});
    CHECK_FALSE(division.exact);
    CHECK(divide(Wide{}, Wide{7}).exact);
}

TEST_CASE("a product divided by one factor is the other factor") {
    // Divisors whose top limb is small, large, and all ones make the guess of a digit as bad as it can be.
    for (const std::uint64_t factor : {std::uint64_t{3}, std::uint64_t{0x80000000}, std::uint64_t{0xFFFFFFFF},
             std::uint64_t{0x8000000000000001}, std::uint64_t{0xFFFFFFFF00000001}, all_ones}) {
        for (const int bits : {0, 1, 31, 32, 63, 64, 96, 127}) {
            CAPTURE(factor);
            CAPTURE(bits);
            const Wide divisor = sum(shifted(factor, bits), Wide{1});
            const WideDivision division = divide(product(divisor, all_ones), divisor);
            CHECK(division.quotient == Wide{all_ones});
            CHECK(division.exact);
            const Wide one_less = difference(product(divisor, all_ones), Wide{1});
            CHECK(divide(one_less, divisor).quotient == Wide{all_ones - 1});
            CHECK_FALSE(divide(one_less, divisor).exact);
        }
    }
}

TEST_CASE("an estimated digit that is two too high is corrected") {
    // The two top limbs of the dividend over the top limb of the divisor give 0xFFFFFFFE.
    const Wide divisor{0x80000001FFFFFFFF};
    const Wide dividend = sum(shifted(0x8000000000000000, 32), Wide{0xF320CD57});
    const WideDivision division = divide(dividend, divisor);
    CHECK(division.quotient == Wide{0xFFFFFFFC});
    CHECK_FALSE(division.exact);
}
