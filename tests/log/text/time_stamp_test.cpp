// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/time_stamp.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace pdh_shim::log::text;

namespace {

std::string text_of(std::int64_t time) {
    std::string text;
    append_time_stamp(text, time);
    return text;
}

} // namespace

TEST_CASE("times are written in the order of the United States, with milliseconds") {
    CHECK(text_of(134'116'992'000'000'000) == "01/01/2026 00:00:00.000");
    CHECK(text_of(125'963'423'999'999'999) == "02/29/2000 23:59:59.999");
    CHECK(text_of(0) == "01/01/1601 00:00:00.000");
}

TEST_CASE("a time that was written is read again") {
    for (std::int64_t time = 0; time < 300'000'000'000'000'000; time += 1'234'567'890'120'000) {
        REQUIRE(parse_time_stamp(text_of(time)) == time);
    }
}

TEST_CASE("times of other programs are read") {
    CHECK(parse_time_stamp("1/1/2026 0:00:00") == 134'116'992'000'000'000);
    CHECK(parse_time_stamp("1/1/2026 0:00") == 134'116'992'000'000'000);
    CHECK(parse_time_stamp("01/01/2026 00:00:00.5") == 134'116'992'005'000'000);
    CHECK(parse_time_stamp("01/01/2026 00:00:00.123456") == 134'116'992'001'230'000);
}

TEST_CASE("what is no time is none") {
    for (const char* text : {"", "x", "01/01/2026", "13/01/2026 00:00:00.000", "02/30/2026 00:00:00.000",
             "01/01/2026 24:00:00.000", "01/01/2026 00:00:00.00x", "01/01/2026 00:00:00,000",
             "01-01-2026 00:00:00", "-1/01/2026 00:00:00.000", "01/01/2026 00:00:", "01/01/2026 00"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_time_stamp(text).has_value());
    }
}
