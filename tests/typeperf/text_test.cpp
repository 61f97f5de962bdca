#include "failure.h"
#include "text.h"

#include <doctest/doctest.h>

using typeperf::lower_case;
using typeperf::meaningful_lines;
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

TEST_CASE("a byte order mark at the start is left out") {
    CHECK(meaningful_lines("\xEF\xBB\xBF\\a\\b\n") == Lines{"\\a\\b"});
}

TEST_CASE("a file that cannot be read is named") {
    CHECK_THROWS_WITH_AS((void)typeperf::read_file("/nonexistent/list.txt"),
        "The file \"/nonexistent/list.txt\" cannot be read.", typeperf::Failure);
}
