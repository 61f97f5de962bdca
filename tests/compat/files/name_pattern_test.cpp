// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the wildcards of FindFirstFile mean.
#include "files/name_pattern.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using pdh_shim::compat::NamePattern;

TEST_CASE("wildcards match as on Windows") {
    struct Row {
        const char* pattern;
        const char* matching;
        const char* others;
    };
    // Names, separated by blanks.
    constexpr Row rows[] = {
        {"*", "a a.b .a a.b.c", ""},
        {"*.*", "a a.b .a a.b.c", ""},
        {"*.", "a abc", "a.b .a a.b.c"},
        {"a*.", "a abc", "b a.b"},
        {"*.log", "a.log .log a.b.LOG", "a log a.logs a.log.1"},
        {"*.log*", "a.log a.logs a.log.1", "a log"},
        {"a.*", "a a. a.b A.b.c", "ab ab.c"},
        {"a*.*", "a a.b ab abc.d", "b.a"},
        {"?", "a", "ab a.b . .."},
        {"???", "a ab abc", "abcd a.b"},
        {"a??", "a ab abc", "abcd ba"},
        {"a?c", "abc aXc", "ac abbc a.c"},
        {"log??.txt", "log.txt log1.txt log12.txt", "log123.txt log1xtxt"},
        {"??.?", "a a.b ab ab.c", "abc.d a.bc a.b.c"},
        {"a.?", "a a.b", "a.bc ab"},
        {"", "", "a"},
        {"a", "a A", "ab"},
        {"\xC3\x84?\xC3\x9F", "\xC3\xA4x\xC3\x9F \xC3\x84\xE6\xBC\xA2\xC3\x9F", "ax\xC3\x9F"},
        {"a*b*c", "abc aXbYc abbcc", "ab acb abcd"},
        {"a[b]", "a[b]", "ab"},
    };
    for (const Row& row : rows) {
        const std::string text = row.pattern;
        CAPTURE(text);
        const NamePattern pattern(text);
        const auto check = [&](std::string names, bool expected) {
            for (std::size_t end = 0; !names.empty(); names.erase(0, end + 1)) {
                end = std::min(names.find(' '), names.size() - 1);
                const std::string name = names.substr(0, names[end] == ' ' ? end : end + 1);
                CAPTURE(name);
                CHECK(pattern.matches(name) == expected);
            }
        };
        check(row.matching, true);
        check(row.others, false);
    }
}

TEST_CASE("a pattern made to be slow is as fast as any") {
    std::string pattern;
    for (int i = 0; i < 120; ++i) {
        pattern += "*a";
    }
    // With one attempt after another, this would take longer than the universe is old.
    CHECK_FALSE(NamePattern(pattern + "b").matches(std::string(250, 'a')));
    CHECK(NamePattern(pattern).matches(std::string(250, 'a')));
}
