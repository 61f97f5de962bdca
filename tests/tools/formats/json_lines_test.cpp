// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/formats/json_lines.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using formats::json_string;
using formats::JsonLines;

TEST_CASE("JSON has an object for each value, and null for what is not there") {
    JsonLines format(false);
    CHECK(format.head().empty());
    CHECK(format.tail().empty());
    CHECK(lines_of(format) ==
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":\"BOX\",\"object\":\"Processor\","
          "\"parent\":null,\"instance\":\"_Total\",\"index\":0,\"counter\":\"% Processor Time\","
          "\"value\":12.5,\"status\":\"PDH_CSTATUS_VALID_DATA\"}\n"
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":\"BOX\",\"object\":\"Thread\","
          "\"parent\":\"a,\\\"b\\\"\",\"instance\":\"x=y z\",\"index\":2,"
          "\"counter\":\"Context Switches/sec\",\"value\":null,\"status\":\"PDH_CSTATUS_INVALID_DATA\"}\n"
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":null,\"object\":\"Memory\","
          "\"parent\":null,\"instance\":null,\"index\":null,\"counter\":\"Available MBytes\","
          "\"value\":1e+300,\"status\":\"PDH_CSTATUS_NEW_DATA\"}\n");
}

TEST_CASE("JSON has the raw value behind the status, with its type") {
    JsonLines format(true);
    const auto text = lines_of(format);
    CHECK(text.find("\"status\":\"PDH_CSTATUS_VALID_DATA\",\"FirstValue\":1,\"SecondValue\":-2,"
                    "\"MultiCount\":3,\"TimeStamp\":4,\"Type\":558957824}\n") != std::string::npos);
}

TEST_CASE("a string of JSON has escapes for what may not stand in it") {
    CHECK(json_string("a\"\\\n\x1F") == "\"a\\\"\\\\\\u000a\\u001f\"");
    // And for what controls a terminal.
    CHECK(json_string("\x7F\xC2\x80\xC2\x9B\xC2\xA0\xC3\x9B") == "\"\\u007f\\u0080\\u009b\xC2\xA0\xC3\x9B\"");
    CHECK(json_string("\xC2") == "\"\xEF\xBF\xBD\"");
    CHECK(json_string("\xFF") == "\"\xEF\xBF\xBD\"");
}
