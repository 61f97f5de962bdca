// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/wildcard.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::path;

namespace {

InstanceName pattern(std::u16string_view text) {
    return parse_instance_name(text).value();
}

} // namespace

TEST_CASE("a star makes a text a pattern") {
    CHECK(has_wildcard(u"*"));
    CHECK(has_wildcard(u"pid_*_engtype_3D"));
    CHECK_FALSE(has_wildcard(u""));
    CHECK_FALSE(has_wildcard(u"_Total?"));
    CHECK(has_wildcard(pattern(u"*/0")));
    CHECK(has_wildcard(pattern(u"java/*")));
    CHECK(has_wildcard(pattern(u"java#*")));
    CHECK_FALSE(has_wildcard(pattern(u"java/0#2")));
}

TEST_CASE("each star matches any text, and case does not matter") {
    struct {
        const char16_t* pattern;
        const char16_t* text;
        bool match;
    } const rows[]{
        {u"", u"", true},
        {u"", u"a", false},
        {u"*", u"", true},
        {u"*", u"anything", true},
        {u"**", u"", true},
        {u"_total", u"_Total", true},
        {u"_total", u"_Total2", false},
        {u"\u00E9t\u00E9", u"\u00C9T\u00C9", true},
        {u"pro*", u"Processor", true},
        {u"pro*", u"Pro", true},
        {u"pro*", u"aPro", false},
        {u"*engtype_3D", u"pid_4_luid_0x0_engtype_3d", true},
        {u"*engtype_3D", u"pid_4_luid_0x0_engtype_3D_1", false},
        {u"pid_1234*", u"pid_12345_phys_0", true},
        {u"a*b*c", u"abc", true},
        {u"a*b*c", u"a-b-b-c-c", true},
        {u"a*b*c", u"a-c-b", false},
        {u"a*bc*bd", u"abcbcbd", true},
        {u"*aab", u"aaaab", true},
        {u"a?c", u"abc", false}, // only the star is a wildcard
        {u"a*", u"*", false},
        {u"*", u"*", true},
    };
    for (const auto& row : rows) {
        CHECK(matches(row.pattern, row.text) == row.match);
    }
}

TEST_CASE("a pattern of many stars does not take long") {
    std::u16string hostile;
    for (int i = 0; i < 500; ++i) {
        hostile += u"*a";
    }
    CHECK_FALSE(matches(hostile + u"b", std::u16string(1000, u'a')));
}

TEST_CASE("a pattern of an instance takes parent, name and index") {
    struct {
        const char16_t* pattern;
        const char16_t* parent;
        const char16_t* name;
        std::uint32_t duplicate;
        bool match;
    } const rows[]{
        {u"java", u"", u"Java", 0, true},
        {u"java", u"", u"java", 1, false}, // without a wildcard the index is exact
        {u"java#1", u"", u"java", 1, true},
        {u"java#1", u"", u"java", 0, false},
        {u"java#*", u"", u"java", 7, true},
        {u"*", u"", u"java", 0, true}, // with one it covers every duplicate
        {u"*", u"", u"java", 3, true},
        {u"ja*", u"", u"java", 3, true},
        {u"*#3", u"", u"java", 3, true}, // unless it gives an index
        {u"*#3", u"", u"java", 2, false},
        {u"java/0", u"java", u"0", 0, true},
        {u"java/0", u"bash", u"0", 0, false},
        {u"java/0", u"", u"0", 0, false},
        {u"java/*", u"java", u"12", 5, true},
        {u"java/*", u"javac", u"12", 0, false},
        {u"*/0", u"java", u"0", 2, true},
        {u"*/*", u"java", u"0", 0, true},
        {u"*/*", u"", u"_Total", 0, true}, // a parent of * also stands for none
        {u"*/_Tot*", u"", u"_Total", 0, true},
        {u"*/_Tot*", u"", u"other", 0, false},
        {u"ja*/0#1", u"java", u"0", 1, true},
        {u"ja*/0#1", u"java", u"0", 0, false},
        {u"*", u"java", u"0", 0, true},
        {u"kworker/0:1", u"", u"kworker/0:1", 0, true}, // a name with a slash of its own
        {u"kworker/*", u"", u"kworker/0:1", 0, true},
        {u"/home", u"", u"/home", 0, true},
        {u"/va*", u"", u"/var/lib", 0, true},
        {u"a/b/c", u"a/b", u"c", 0, true},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string(row.pattern, row.pattern + std::u16string_view(row.pattern).size()));
        CHECK(matches(pattern(row.pattern), row.parent, row.name, row.duplicate) == row.match);
    }
}
