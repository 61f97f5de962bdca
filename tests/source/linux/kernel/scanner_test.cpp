// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace pdh_shim::source::linux;

TEST_CASE("a scanner takes lines with and without an end") {
    Scanner scanner("one\n\ntwo");
    CHECK(scanner.line() == "one");
    CHECK(scanner.line().empty());
    CHECK(scanner.line() == "two");
    CHECK(scanner.at_end());
    CHECK(scanner.line().empty());
}

TEST_CASE("a scanner reads words and numbers, and stays where it is if it finds neither") {
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
