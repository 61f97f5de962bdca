// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::source::linux::append_number;

TEST_CASE("a scanner takes lines with and without an end") {
    Scanner scanner("one\n\ntwo");
    CHECK(scanner.line() == "one");
    CHECK(scanner.line().empty());
    CHECK(scanner.line() == "two");
    CHECK(scanner.at_end());
    CHECK(scanner.line().empty());
}

TEST_CASE("a scanner reads words and numbers, and stays where it is if it finds neither") {
    Scanner scanner("  cpu0\t12 -7 x9");
    CHECK(scanner.word() == "cpu0");
    CHECK(scanner.number() == 12);
    CHECK(scanner.number() == -7);
    CHECK_FALSE(scanner.number());
    CHECK(scanner.word() == "x9");
    CHECK(scanner.word().empty());
}

TEST_CASE("words that are not needed are passed over, to the end of the line at most") {
    Scanner scanner("  one 2 three\nfour");
    scanner.skip_words(2);
    CHECK(scanner.word() == "three");
    scanner.skip_words(5);
    CHECK(scanner.rest() == "\nfour");
}

TEST_CASE("a number too large for any counter becomes the largest") {
    Scanner scanner("18446744073709551615 99999999999999999999999999 -99999999999999999999999999");
    CHECK(scanner.number() == number_max);
    CHECK(scanner.number() == number_max);
    CHECK(scanner.number() == -number_max);
}

TEST_CASE("zeros before a number do not make it large") {
    Scanner scanner("0000000000000000000000000000012 -00000000000000000000000000000000");
    CHECK(scanner.number() == 12);
    CHECK(scanner.number() == 0);
}

TEST_CASE("a minus sign alone is not a number") {
    Scanner scanner("- 5");
    CHECK_FALSE(scanner.number());
    CHECK(scanner.word() == "-");
    CHECK(scanner.number() == 5);
}

TEST_CASE("a text is a whole number only if all of it is") {
    CHECK(whole_number("42") == 42);
    CHECK(whole_number("42\n") == 42);
    CHECK_FALSE(whole_number("42x"));
    CHECK_FALSE(whole_number("x"));
    CHECK_FALSE(whole_number(""));
    CHECK_FALSE(whole_number("4 2"));
}

TEST_CASE("named values are found with and without colons and units, in any order") {
    constexpr std::array<std::string_view, 4> names{"MemFree", "pgfault", "VmPeak", "missing"};
    std::array<std::int64_t, 4> values{};
    parse_named_values("pgfault 7\nMemFree:   12 kB\nMemFreeze: 9\nVmPeak:\t  99 kB", names, values);
    CHECK(values == std::array<std::int64_t, 4>{12, 7, 99, unread});
}

TEST_CASE("a named value without a number counts as missing") {
    constexpr std::array<std::string_view, 1> names{"MemFree"};
    std::array<std::int64_t, 1> values{};
    parse_named_values("MemFree: unknown\n", names, values);
    CHECK(values[0] == unread);
}

TEST_CASE("the first of several values of a name counts, and an empty text has no values") {
    constexpr std::array<std::string_view, 2> names{"pgfault", "MemFree"};
    std::array<std::int64_t, 2> values{1, 2};
    parse_named_values("", names, values);
    CHECK(values == std::array<std::int64_t, 2>{unread, unread});
    parse_named_values("pgfault 1\npgfault 2\n", names, values);
    CHECK(values == std::array<std::int64_t, 2>{1, unread});
}

TEST_CASE("a name may have words before it") {
    constexpr std::array<std::string_view, 1> names{"MemFree:"};
    std::array<std::int64_t, 1> values{};
    parse_named_values("Node 0 MemFree: 12 kB\n", std::array<std::string_view, 1>{"MemFree"}, values, 2);
    CHECK(values[0] == 12);
    parse_named_values("Node 0 MemFree: 12 kB\n", names, values);
    CHECK(values[0] == unread);
}

TEST_CASE("lists of CPUs have ranges and numbers, and end where they are not understood") {
    const auto read = [](std::string_view text) {
        std::vector<std::uint32_t> cpus;
        parse_cpu_list(text, [&](std::uint32_t cpu) { cpus.push_back(cpu); });
        return cpus;
    };
    CHECK(read("0-3,8,10-11\n") == std::vector<std::uint32_t>{0, 1, 2, 3, 8, 10, 11});
    CHECK(read("\n").empty());
    CHECK(read("5-").empty());
    CHECK(read("2,x") == std::vector<std::uint32_t>{2});
    CHECK(read("0-99999999999999").size() == most_cpus);
    CHECK(read("-5").empty());
}

TEST_CASE("mount points with blanks are unescaped") {
    CHECK(unescaped("/mnt/my\\040disk") == "/mnt/my disk");
    CHECK(unescaped("a\\011b\\012c\\134d") == "a\tb\nc\\d");
    CHECK(unescaped("\\04") == "\\04");
    CHECK(unescaped("\\048\\") == "\\048\\");
    CHECK(unescaped("\\777") == "\xFF");
}

TEST_CASE("paths whose instances would be the same have others") {
    CHECK(distinct_path_instance("/a/b") == "a_b");
    CHECK(distinct_path_instance("/a_b") == "a__b");
    CHECK(distinct_path_instance("/a/b_c") == "a_b__c");
    CHECK(distinct_path_instance("/") == "root");
}

TEST_CASE("a number is appended in decimal digits, to a text of any characters") {
    std::string narrow = "a";
    append_number(narrow, 0);
    append_number(narrow, -42);
    append_number(narrow, INT64_MIN);
    CHECK(narrow == "a0-42-9223372036854775808");
    std::u16string wide;
    append_number(wide, INT64_MAX);
    CHECK(wide == u"9223372036854775807");
}
