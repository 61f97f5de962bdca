// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/number_format.h"

#include <doctest/doctest.h>

#include <clocale>
#include <limits>

using namespace pdh_shim::tools;

using typeperf::console_number;
using typeperf::log_number;
using typeperf::timestamp;

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
