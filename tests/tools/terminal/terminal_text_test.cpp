// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/terminal_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using terminal::escaped;
using terminal::valid_utf8;

TEST_CASE("text without control characters stays as it is, tabs included") {
    for (const auto* const text : {"", "a b\tc\\", "\xC3\xA4\xE5\x90\x8D\xF0\x9F\x98\x80"}) {
        CHECK(escaped(text) == text);
    }
}

TEST_CASE("control characters of every kind are escaped") {
    CHECK(escaped("\x1B]0;title\x07") == "\\x1b]0;title\\x07");
    CHECK(escaped("a\r\nb") == "a\\r\\nb");
    CHECK(escaped("a\xE2\x80\xA8") == "a\\xe2\\x80\\xa8"); // a separator of lines
    CHECK(escaped(std::string_view("\0\x7F", 2)) == "\\x00\\x7f");
    CHECK(escaped("\xC2\x9B"
                  "2J") == "\\xc2\\x9b2J"); // CSI in one character
}

TEST_CASE("marks that turn the direction of text around are escaped") {
    CHECK(escaped("a\xE2\x80\xAE"
                  "b\xE2\x81\xA6") == "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6");
    CHECK(escaped("\xE2\x80\x8B\xE2\x80\x90") == "\xE2\x80\x8B\xE2\x80\x90"); // neighbours of theirs
}

TEST_CASE("bytes that are not UTF-8 are escaped one by one") {
    CHECK(escaped("\x9B"
                  "2J") == "\\x9b2J");
    CHECK(escaped("a\xE2\x80") == "a\\xe2\\x80");
    CHECK(escaped("\xC0\x80\xED\xA0\x80x") == "\\xc0\\x80\\xed\\xa0\\x80x");
}

TEST_CASE("of several lines the ends stay") {
    CHECK(terminal::escaped_lines("a\x1B\nb\r\n\n") == "a\\x1b\nb\\r\n\n");
    CHECK(terminal::escaped_data("a\x1B\nb\r\n\r\n\rc\r") == "a\\x1b\nb\r\n\r\n\\rc\\r");
    CHECK(terminal::escaped_lines("a") == "a");
    CHECK(terminal::escaped_lines("").empty());
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
