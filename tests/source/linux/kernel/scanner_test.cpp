// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter32.h"
#include "source/linux/kernel/named_values.h"
#include "source/linux/kernel/scanner.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace pdh_shim::source::linux;
using pdh_shim::calc::Counter32;

TEST_CASE("a scanner takes lines with and without an end") {
    Scanner scanner("one\n\ntwo");
    CHECK(scanner.line() == "one");
    CHECK(scanner.line().empty());
    CHECK(scanner.line() == "two");
    CHECK(scanner.at_end());
    CHECK(scanner.line().empty());
}

TEST_CASE("a scanner reads words and numbers, and does not move if there is none") {
    Scanner scanner("  cpu0\t12 -7 x9");
    CHECK(scanner.word() == "cpu0");
    CHECK(scanner.number() == 12);
    CHECK(scanner.number() == -7);
    CHECK_FALSE(scanner.number());
    CHECK(scanner.word() == "x9");
    CHECK(scanner.word().empty());
}

TEST_CASE("words that are not needed are passed over, to the end of the line at most") {
    Scanner scanner("  one 2 three\nfour");
    scanner.skip_words(2);
    CHECK(scanner.word() == "three");
    scanner.skip_words(5);
    CHECK(scanner.rest() == "\nfour");
}

TEST_CASE("a number too large for any counter becomes the largest") {
    Scanner scanner("18446744073709551615 99999999999999999999999999 -99999999999999999999999999");
    CHECK(scanner.number() == number_max);
    CHECK(scanner.number() == number_max);
    CHECK(scanner.number() == -number_max);
}

TEST_CASE("zeros before a number do not make it large") {
    Scanner scanner("0000000000000000000000000000012 -00000000000000000000000000000000");
    CHECK(scanner.number() == 12);
    CHECK(scanner.number() == 0);
}

TEST_CASE("a minus sign alone is not a number") {
    Scanner scanner("- 5");
    CHECK_FALSE(scanner.number());
    CHECK(scanner.word() == "-");
    CHECK(scanner.number() == 5);
}

TEST_CASE("a text is a whole number only if all of it is") {
    CHECK(whole_number("42") == 42);
    CHECK(whole_number("42\n") == 42);
    CHECK_FALSE(whole_number("42x"));
    CHECK_FALSE(whole_number("x"));
    CHECK_FALSE(whole_number(""));
    CHECK_FALSE(whole_number("4 2"));
}

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

TEST_CASE("named values are found with and without colons and units, in any order") {
    constexpr std::array<std::string_view, 4> names{"MemFree", "pgfault", "VmPeak", "missing"};
    std::array<std::int64_t, 4> values{};
    parse_named_values("pgfault 7\nMemFree:   12 kB\nMemFreeze: 9\nVmPeak:\t  99 kB", names, values);
    CHECK(values == std::array<std::int64_t, 4>{12, 7, 99, unread});
}

TEST_CASE("a named value without a number counts as missing") {
    constexpr std::array<std::string_view, 1> names{"MemFree"};
    std::array<std::int64_t, 1> values{};
    parse_named_values("MemFree: unknown\n", names, values);
    CHECK(values[0] == unread);
}

TEST_CASE("a 32-bit count continues when it wraps") {
    Counter32 counter;
    CHECK(counter.advance(4'294'967'290) == 4'294'967'290);
    CHECK(counter.advance(4) == 4'294'967'300);
    CHECK(counter.advance(10) == 4'294'967'306);
}

TEST_CASE("a count that falls a little stands still") {
    Counter32 counter;
    CHECK(counter.advance(1000) == 1000);
    CHECK(counter.advance(990) == 1000);
    CHECK(counter.advance(995) == 1005);
}
