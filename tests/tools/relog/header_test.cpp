// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "header.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using relog::bias_of_header;

TEST_CASE("the header of a text log has its time zone") {
    CHECK(bias_of_header("\"(PDH-CSV 4.0) (Eastern Daylight Time)(240)\",\"\\\\B\\O(x)(1)\\C\"\r\n") == 240);
    CHECK(bias_of_header("\xEF\xBB\xBF\"(PDH-TSV 4.0) (India Standard Time)(-330)\"\t\"\\\\B\\O\\C\"\r\n") ==
          -330);
    CHECK(bias_of_header("\r\n(PDH-CSV 4.0) (Zone (with brackets))(0),\\\\B\\O\\C\n") == 0);
    std::string wide = "\xFF\xFE";
    for (const char letter : std::string_view("\"(PDH-CSV 4.0) (UTC)(60)\",")) {
        wide += letter;
        wide += '\0';
    }
    CHECK(bias_of_header(wide) == 60);
}

TEST_CASE("a header that was cut, and what is no header, has no time zone") {
    for (const char* start : {"", "(PDH-", "(PDH-)", "\"(PDH-CSV 4.0)\",\"\\\\B\\O\\C\"\r\n",
             "\"(PDH-CSV 4.0) (\",", "\"(PDH-CSV 4.0) (RTZ 2 (\",", "\"(PDH-CSV 4.0) (UTC)(x)\",",
             "\"(PDH-CSV 4.0) (UTC)(99999999999)\",", "a binary log"}) {
        CAPTURE(start);
        CHECK_FALSE(bias_of_header(start).has_value());
    }
}
