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
