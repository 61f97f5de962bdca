// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/numbers_and_times.h"

#include <doctest/doctest.h>

#include <clocale>
#include <cstdint>
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

using namespace pdh_shim::tools;

using command::parse_time;
using command::shown_time;

namespace {

constexpr std::int64_t second = 10'000'000;
constexpr std::int64_t hour = 3600 * second;
// 2018-01-13, which is 152,318 days after 1601-01-01.
constexpr std::int64_t day = 152'318 * 24 * hour;

} // namespace

TEST_CASE("a time for programs has milliseconds, and its distance from UTC if that is known") {
    const auto time = command::parse_time("12/31/2017 23:59:59").value_or(0) + 9'999'999;
    CHECK(command::iso_time(time, 0) == "2017-12-31T23:59:59.999+00:00");
    CHECK(command::iso_time(time, -330) == "2017-12-31T23:59:59.999+05:30");
    CHECK(command::iso_time(time, std::nullopt) == "2017-12-31T23:59:59.999");
}

TEST_CASE("a time is shown without leading zeros of month, day and hour") {
    CHECK(shown_time(day + 5 * hour + (13 * 60 + 23) * second) == "1/13/2018 5:13:23");
    CHECK(shown_time(day + 23 * hour + 9 * second + 9'999'999) == "1/13/2018 23:00:09");
    CHECK(shown_time(0) == "1/1/1601 0:00:00");
    CHECK(shown_time(-1) == "1/1/1601 0:00:00");
    CHECK(shown_time(std::numeric_limits<std::int64_t>::min()) == "1/1/1601 0:00:00");
}

TEST_CASE("hours count to 24, or to 12 with AM or PM") {
    CHECK(parse_time("1/13/2018 14:29:55") == day + 14 * hour + (29 * 60 + 55) * second);
    CHECK(parse_time("01/13/2018 02:29:55PM") == day + 14 * hour + (29 * 60 + 55) * second);
    CHECK(parse_time("1/13/2018 2:29:55 am") == day + 2 * hour + (29 * 60 + 55) * second);
    CHECK(parse_time("1/13/2018 12:00:00AM") == day);
    CHECK(parse_time("1/13/2018 12:00:00PM") == day + 12 * hour);
}

TEST_CASE("seconds, minutes and the time of day may be missing") {
    CHECK(parse_time("1/13/2018 5:01") == day + 5 * hour + 60 * second);
    CHECK(parse_time("1/13/2018 5PM") == day + 17 * hour);
    CHECK(parse_time(" 1/13/2018 ") == day);
}

TEST_CASE("a time that no clock or calendar shows is refused") {
    for (const auto* const text :
        {"", "5:13:23", "13/1/2018", "2/29/2018", "1/13/1600", "1/13/20180", "1/13", "1/13/2018x",
            "1/13/2018 24:00:00", "1/13/2018 5:60:00", "1/13/2018 5:00:60", "1/13/2018 13:00PM",
            "1/13/2018 0:00AM", "1/13/2018 5:00:00XM", "1/13/2018 5:", "-1/13/2018", "1/13/99999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_time(text).has_value());
    }
}

TEST_CASE("a zone is shown as its distance from UTC") {
    CHECK(command::shown_zone(0) == "UTC+00:00");
    CHECK(command::shown_zone(480) == "UTC-08:00");
    CHECK(command::shown_zone(-345) == "UTC+05:45");
}

TEST_CASE("seconds are written with or without minutes and hours") {
    CHECK(command::parse_seconds("90") == 90);
    CHECK(command::parse_seconds("01:30") == 90);
    CHECK(command::parse_seconds("90:00:01") == 90 * 3600 + 1);
    for (const auto* const text : {"", "x", "1:60", "1:1:60", "1:1:1:1", "-1", "4294967296", ":1"}) {
        CAPTURE(text);
        CHECK_FALSE(command::parse_seconds(text).has_value());
    }
}

TEST_CASE("a fraction of a second may have one to three digits") {
    CHECK(command::parse_milliseconds("0.5") == 500);
    CHECK(command::parse_milliseconds("1.25") == 1250);
    CHECK(command::parse_milliseconds("0.001") == 1);
    CHECK(command::parse_milliseconds("1:30.5") == 90'500);
    CHECK(command::parse_milliseconds("90") == 90'000);
    for (const auto* const text :
        {"", ".5", "1.", "1.2345", "1.x", "1.5.5", "0.5:00", "1,5", "-0.5", "1.-5"}) {
        CAPTURE(text);
        CHECK_FALSE(command::parse_milliseconds(text).has_value());
    }
}

TEST_CASE("a time is read as the tools write it for programs, and says its zone") {
    const auto parsed = [](const char* text) { return command::parse_zoned_time(text); };
    const auto time = day + 5 * hour + (13 * 60 + 23) * second;
    for (const auto* const text : {"1/13/2018 5:13:23", "2018-01-13T05:13:23", "2018-01-13T05:13:23.000"}) {
        CAPTURE(text);
        REQUIRE(parsed(text));
        CHECK(parsed(text)->time == time);
        CHECK_FALSE(parsed(text)->bias_minutes.has_value());
    }
    CHECK(parsed("2018-01-13T05:13:23.844-08:00")->time == time + 8'440'000);
    CHECK(parsed("2018-01-13T05:13:23.844-08:00")->bias_minutes == 480);
    CHECK(parsed("2018-01-13T05:13:23+05:30")->bias_minutes == -330);
    CHECK(parsed("2018-01-13T05:13:23.5Z")->bias_minutes == 0);
    CHECK(parsed("1/13/2018 5:13:23")->last == time + second - 1);
    CHECK(parsed("2018-01-13T05:13:23-08:00")->last == time + second - 1);
    CHECK(parsed("2018-01-13T05:13:23.844")->last == time + 8'449'999);
    CHECK(parsed("2018-01-13T05:13:23.5")->last == time + 5'009'999);
    CHECK(parsed(command::iso_time(time + 1'230'000, 480).c_str())->time == time + 1'230'000);
    for (const auto* const text : {"2018-01-13", "2018-01-13 05:13:23", "2018-13-01T05:13:23",
             "2018-01-13T05:13", "2018-01-13T24:00:00", "2018-01-13T05:13:60", "2018-01-13T05:13:23.",
             "2018-01-13T05:13:23x", "2018-01-13T05:13:23+5", "2018-01-13T05:13:23+24:00",
             "2018-01-13T05:13:23-08:00x", "1600-01-13T05:13:23", "T05:13:23"}) {
        CAPTURE(text);
        CHECK_FALSE(parsed(text).has_value());
    }
}
