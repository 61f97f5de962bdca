// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/command/paths.h"
#include "tools/formats/texts.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using namespace pdh_shim::tools::formats;

TEST_CASE("UTC needs a zone, and the message says how it is given") {
    auto sample = some_sample();
    CHECK(utc_ticks(sample) == 15'147'936'005'000'000);
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_WITH_AS(static_cast<void>(utc_ticks(sample)),
        "This format needs times in UTC, and the log does not say its time zone: say it with -tz.",
        terminal::ProgramError);
}

TEST_CASE("each byte that is not UTF-8 becomes the replacement character") {
    CHECK(valid_utf8("a\xC3\xA4\xF0\x9F\x98\x80") == "a\xC3\xA4\xF0\x9F\x98\x80");
    CHECK(valid_utf8("a\xFF"
                     "b") == "a\xEF\xBF\xBD"
                             "b");
    CHECK(valid_utf8("\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // cut short
    CHECK(valid_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // half a pair of UTF-16
    CHECK(valid_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // longer than needed
}

TEST_CASE("a status has its name, or else its number") {
    CHECK(status_name(PDH_CSTATUS_NO_INSTANCE) == "PDH_CSTATUS_NO_INSTANCE");
    CHECK(status_name(0) == "PDH_CSTATUS_VALID_DATA");
    CHECK(status_name(0xE0000001) == "0xe0000001");
}

TEST_CASE("an instance is written as in a path") {
    CHECK(command::instance_text(some_columns[0]) == "_Total");
    CHECK(command::instance_text(some_columns[1]) == "a,\"b\"/x=y z#2");
    CHECK(command::instance_text(some_columns[2]).empty());
}

TEST_CASE("the text of a column is made once, also of one that comes later") {
    int made = 0;
    ColumnTexts texts([&](const command::Column& column) {
        ++made;
        return column.counter;
    });
    Columns columns = {some_columns[0]};
    CHECK(texts.of(columns, 0) == "% Processor Time");
    columns.push_back(some_columns[2]);
    CHECK(texts.of(columns, 1) == "Available MBytes");
    CHECK(texts.of(columns, 0) == "% Processor Time");
    CHECK(made == 2);
}
