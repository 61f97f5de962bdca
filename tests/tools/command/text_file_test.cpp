// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using namespace std::string_literals;
using command::decode_text;
using command::lower_case;
using command::meaningful_lines;
using Lines = std::vector<std::string>;

TEST_CASE("only ASCII letters have a lower case") {
    CHECK(lower_case("-SI /qX \xC3\x84 1") == "-si /qx \xC3\x84 1");
}

TEST_CASE("lines end with LF or CRLF, the last one also with the file") {
    CHECK(meaningful_lines("a\r\nb\nc") == Lines{"a", "b", "c"});
    CHECK(meaningful_lines("a\n") == Lines{"a"});
    CHECK(meaningful_lines("").empty());
}

TEST_CASE("blank lines and remarks are left out") {
    CHECK(meaningful_lines("\n  \t\r\n; remark\n # remark\n\"\"\n\\a\\b\n") == Lines{"\\a\\b"});
}

TEST_CASE("blanks and quotes around a line are not part of it") {
    CHECK(
        meaningful_lines("  \\a\\% b \t\r\n\"\\c(d e)\\f\"\n\"\n") == Lines{"\\a\\% b", "\\c(d e)\\f", "\""});
}

TEST_CASE("what is in quotes is a value, whatever it begins with") {
    CHECK(meaningful_lines("\"# a\"\n\"; b\"\n\"[c]\"\n") == Lines{"# a", "; b", "[c]"});
    const auto lines = command::list_lines("\"[c]\"\n[c]\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].is_quoted);
    CHECK_FALSE(lines[1].is_quoted);
}

TEST_CASE("the sentence with which typeperf -q ends is not read as a counter") {
    CHECK(meaningful_lines("\\a\\b\r\nThe command completed successfully.\r\n") == Lines{"\\a\\b"});
}

TEST_CASE("text with a byte order mark is UTF-8 or UTF-16, else it is UTF-8") {
    CHECK(decode_text("\\a\\b\xC3\xA4") == "\\a\\b\xC3\xA4");
    CHECK(decode_text("\xEF\xBB\xBF\\a\n") == "\\a\n");
    CHECK(decode_text("\xFF\xFE\\\0\xE4\0\r\0\n\0"s) == "\\\xC3\xA4\r\n");
    CHECK(decode_text("\xFE\xFF\0\\\0\xE4\0\r\0\n"s) == "\\\xC3\xA4\r\n");
    CHECK(decode_text("\xFF\xFE\x3D\xD8\x00\xDE"s) == "\xF0\x9F\x98\x80");
    CHECK(decode_text("\xFF\xFE"s).empty());
    CHECK(decode_text("").empty());
}

TEST_CASE("text with a wrong byte order mark is refused as a whole") {
    const auto* const malformed = "is not the UTF-16 text that its byte order mark says";
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\\"s), malformed, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\x3D\xD8"s), malformed, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\x00\xDE\\\0"s), malformed, terminal::ProgramError);
    const auto* const nul = "is no text: it holds a NUL; UTF-16 needs a byte order mark";
    CHECK_THROWS_WITH_AS((void)decode_text("\\\0a\0"s), nul, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\0\0"s), nul, terminal::ProgramError);
}

TEST_CASE("a folder and a file without an end are refused") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto name = folder.path("");
    CHECK_THROWS_WITH_AS(
        (void)command::read_file(name), ("\"" + name + "\" is a folder.").c_str(), terminal::ProgramError);
    if (std::filesystem::exists("/dev/zero")) {
        CHECK_THROWS_WITH_AS((void)command::read_file("/dev/zero"),
            "The file \"/dev/zero\" holds more than 16 MiB.", terminal::ProgramError);
    }
}

TEST_CASE("a file that cannot be read is named") {
    CHECK_THROWS_WITH_AS((void)command::read_file("/nonexistent/list.txt"),
        "The file \"/nonexistent/list.txt\" cannot be read: No such file or directory.",
        terminal::ProgramError);
}
