// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/typing.h"

#include <doctest/doctest.h>

using namespace pdh_shim::dialogs;

TEST_CASE("characters are appended, Backspace takes the last one away, Ctrl+U all") {
    std::u16string line;
    CHECK(type_into(line, character(U'a')));
    CHECK(type_into(line, character(U'\u00fc')));
    CHECK(line == u"a\u00fc");
    CHECK(type_into(line, Key::backspace));
    CHECK(line == u"a");
    CHECK(type_into(line, Key::backspace));
    CHECK(type_into(line, Key::backspace));
    CHECK(line.empty());
    line = u"abc";
    CHECK(type_into(line, Key::clear_line));
    CHECK(line.empty());
}

TEST_CASE("a character beyond the basic plane is one character") {
    std::u16string line = u"a";
    CHECK(type_into(line, character(U'\U0001F600')));
    CHECK(line == u"a\U0001F600");
    CHECK(type_into(line, Key::backspace));
    CHECK(line == u"a");
}

TEST_CASE("other keys change nothing") {
    std::u16string line = u"a";
    for (const Key key : {Key::enter, Key::left, Key::f1, Key::other}) {
        CHECK_FALSE(type_into(line, key));
    }
    CHECK(line == u"a");
}

using namespace pdh_shim::dialogs;

namespace {

bool finds(std::u16string_view typed, std::u16string_view name) {
    return Pattern(typed).matches(searchable(name));
}

} // namespace

TEST_CASE("a name is found by any part of it, in any case and with any blanks") {
    CHECK(finds(u"proc", u"% Processor Time"));
    CHECK(finds(u"TIME", u"% Processor Time"));
    CHECK(finds(u"processortime", u"% Processor Time"));
    CHECK(finds(u"processor time", u"% Processor Time"));
    CHECK(finds(u"\u00fcLL", u"F\u00fcllstand"));
    CHECK_FALSE(finds(u"timer", u"% Processor Time"));
    CHECK_FALSE(finds(u"timeproc", u"% Processor Time"));
}

TEST_CASE("each word that is typed must be in the name, in any order") {
    CHECK(finds(u"time proc", u"% Processor Time"));
    CHECK(finds(u"time ", u"% Processor Time"));
    CHECK(finds(u" disk*sec  byt", u"Disk Bytes/sec"));
    CHECK_FALSE(finds(u"time disk", u"% Processor Time"));
    CHECK_FALSE(finds(u"disk sec*byt", u"Disk Bytes/sec"));
}

TEST_CASE("a star in a search matches any text") {
    CHECK(finds(u"disk*sec", u"Disk Bytes/sec"));
    CHECK(finds(u"*sec*", u"Disk Bytes/sec"));
    CHECK(finds(u"disk*bytes", u"Disk Bytes/sec"));
    CHECK_FALSE(finds(u"sec*disk", u"Disk Bytes/sec"));
    CHECK_FALSE(finds(u"sec*sec", u"Disk Bytes/sec"));
}

TEST_CASE("nothing, or only stars, finds every name") {
    for (const auto* const typed : {u"", u" ", u"*", u"**"}) {
        CHECK(finds(typed, u"Free"));
        CHECK(finds(typed, u""));
        CHECK(Pattern(typed).is_empty());
    }
    CHECK_FALSE(Pattern(u"a").is_empty());
}
