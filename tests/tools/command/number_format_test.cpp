// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/number_format.h"

#include <doctest/doctest.h>

#include <clocale>
#include <cstdlib>
#include <limits>

using namespace pdh_shim::tools;

using command::console_number;
using command::log_number;
using command::timestamp;

TEST_CASE("the console shows six decimals") {
    CHECK(console_number(20'261'367'808.0) == "20261367808.000000");
    CHECK(console_number(0.005'66) == "0.005660");
    CHECK(console_number(0.0) == "0.000000");
    CHECK(console_number(-1.5) == "-1.500000");
    CHECK(console_number(std::numeric_limits<double>::max()).size() == 309 + 7);
}

TEST_CASE("a log has twenty digits and at least three of an exponent") {
    CHECK(log_number(6.949'482'758'620'689e-5) == "6.9494827586206889356e-005");
    CHECK(log_number(99.5) == "99.5");
    CHECK(log_number(0.1) == "0.10000000000000000555");
    CHECK(log_number(20'261'367'808.0) == "20261367808");
    CHECK(log_number(1e22) == "1e+022");
    CHECK(log_number(1e-300) == "1.0000000000000000251e-300");
    CHECK(log_number(0.0) == "0");
}

TEST_CASE("a locale with a decimal comma changes nothing") {
    // Where the system has no such locale, the test is the same as the others.
    (void)std::setlocale(LC_ALL, "de_DE.UTF-8");
    CHECK(console_number(1.5) == "1.500000");
    CHECK(log_number(1.5) == "1.5");
    (void)std::setlocale(LC_ALL, "C");
}

TEST_CASE("a time is written in US order to the millisecond") {
    CHECK(timestamp(116'444'736'000'000'000) == "01/01/1970 00:00:00.000");
    CHECK(timestamp(134'118'575'627'890'000) == "01/02/2026 19:59:22.789");
    CHECK(timestamp(134'118'575'627'899'999) == "01/02/2026 19:59:22.789");
    CHECK(timestamp(0) == "01/01/1601 00:00:00.000");
}

TEST_CASE("a number is the shortest that is read back as the same") {
    for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 20261367808.0, -0.5}) {
        std::string text = "x";
        command::append_shortest(text, value);
        CHECK(std::strtod(text.c_str() + 1, nullptr) == value);
    }
    std::string text;
    command::append_shortest(text, 0.1);
    CHECK(text == "0.1");
}
