#include "paths.h"

#include <doctest/doctest.h>

using typeperf::complete_path;
using typeperf::computer_of;
using typeperf::strings_of;
using typeperf::without_computer;

TEST_CASE("a path gets what the user may leave out") {
    CHECK(complete_path("\\a(b)\\c", "") == "\\a(b)\\c");
    CHECK(complete_path("a(b)\\c", "") == "\\a(b)\\c");
    CHECK(complete_path("a(b)\\c", "box") == "\\\\box\\a(b)\\c");
    CHECK(complete_path("\\a(b)\\c", "box") == "\\\\box\\a(b)\\c");
    CHECK(complete_path("", "") == "\\");
}

TEST_CASE("a path that names its computer keeps it") {
    CHECK(complete_path("\\\\other\\a\\c", "box") == "\\\\other\\a\\c");
    CHECK(complete_path("\\\\other\\a\\c", "") == "\\\\other\\a\\c");
}

TEST_CASE("a path is split into computer and the rest") {
    CHECK(computer_of("\\\\box\\a(b)\\c") == "\\\\box");
    CHECK(without_computer("\\\\box\\a(b)\\c") == "\\a(b)\\c");
    CHECK(computer_of("\\a(b)\\c").empty());
    CHECK(without_computer("\\a(b)\\c") == "\\a(b)\\c");
    CHECK(computer_of("\\\\box") == "\\\\box");
    CHECK(computer_of("").empty());
}

TEST_CASE("a star makes a wildcard") {
    CHECK(typeperf::has_wildcard("\\a(*)\\c"));
    CHECK_FALSE(typeperf::has_wildcard("\\a(b)\\c"));
}

TEST_CASE("a list of strings ends at the empty one") {
    using namespace std::string_view_literals;
    using Strings = std::vector<std::string>;
    CHECK(strings_of("a\0bc\0\0rest\0"sv) == Strings{"a", "bc"});
    CHECK(strings_of("\0"sv).empty());
    CHECK(strings_of("").empty());
    CHECK(strings_of("a"sv) == Strings{"a"});
}
