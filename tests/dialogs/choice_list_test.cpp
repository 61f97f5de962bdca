// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "dialogs/choice_list.h"

#include <doctest/doctest.h>

using namespace pdh_shim::dialogs;

namespace {

using Items = std::vector<std::size_t>;

ChoiceList fruits() {
    ChoiceList list;
    list.assign({u"Apple", u"Pear", u"Plum", u"Pineapple"});
    return list;
}

} // namespace

TEST_CASE("an empty list has nothing to choose, and keys do no harm") {
    ChoiceList list;
    list.move(1);
    list.move(-1);
    list.go_to(0);
    list.toggle_mark();
    list.toggle_all();
    list.set_search(u"a");
    CHECK_FALSE(list.current().has_value());
    CHECK(list.chosen().empty());
}

TEST_CASE("the cursor moves up to the ends") {
    ChoiceList list = fruits();
    CHECK(list.current() == 0);
    list.move(-1);
    CHECK(list.cursor() == 0);
    list.move(3);
    CHECK(list.cursor() == 3);
    list.move(1);
    CHECK(list.cursor() == 3);
    list.move(-100);
    CHECK(list.cursor() == 0);
}

TEST_CASE("a search lists the found items, in order") {
    ChoiceList list = fruits();
    list.set_search(u"p");
    CHECK(list.rows() == Items{0, 1, 2, 3});
    list.set_search(u"pl");
    CHECK(list.rows() == Items{0, 2, 3});
    list.set_search(u"plu");
    CHECK(list.rows() == Items{2});
    list.set_search(u"pl");
    CHECK(list.rows() == Items{0, 2, 3});
    list.set_search(u"x");
    CHECK(list.rows().empty());
    CHECK_FALSE(list.current().has_value());
    list.set_search({});
    CHECK(list.rows() == Items{0, 1, 2, 3});
}

TEST_CASE("the cursor stays on its item while that is found") {
    ChoiceList list = fruits();
    list.go_to(2);
    list.set_search(u"pl");
    CHECK(list.current() == 2);
    list.set_search(u"apple");
    CHECK(list.current() == 0);
    list.go_to(2);
    CHECK(list.current() == 0);
}

TEST_CASE("items can be found by another text than their names") {
    ChoiceList list;
    list.assign({u"Apple", u"Pear"}, {u"RED", u"GREEN"});
    list.set_search(u"green");
    CHECK(list.rows() == Items{1});
    list.set_search(u"sour");
    CHECK(list.rows().empty());
    list.search_in({u"SOUR", u"SWEET"});
    CHECK(list.rows() == Items{0});
    CHECK(list.search() == u"sour");
}

TEST_CASE("the marked items are chosen, or else the one under the cursor") {
    ChoiceList list = fruits();
    list.go_to(2);
    CHECK(list.chosen() == Items{2});
    list.toggle_mark();
    list.go_to(0);
    CHECK(list.chosen() == Items{2});
    list.toggle_mark();
    CHECK(list.chosen() == Items{0, 2});
    CHECK(list.marked_count() == 2);
    list.toggle_mark();
    CHECK(list.chosen() == Items{2});
    list.clear_marks();
    CHECK(list.chosen() == Items{0});
}

TEST_CASE("marks outlive a search") {
    ChoiceList list = fruits();
    list.toggle_mark();
    list.set_search(u"pear");
    list.toggle_mark();
    CHECK(list.chosen() == Items{0, 1});
}

TEST_CASE("marking all marks the found items, and a second time unmarks them") {
    ChoiceList list = fruits();
    list.go_to(1);
    list.toggle_mark();
    list.set_search(u"apple");
    list.toggle_all();
    CHECK(list.chosen() == Items{0, 1, 3});
    list.toggle_all();
    CHECK(list.chosen() == Items{1});
}

TEST_CASE("marks can be set all at once") {
    ChoiceList list;
    list.assign({u"a", u"b", u"c"});
    list.set_marks({0, 2});
    CHECK(list.chosen() == std::vector<std::size_t>{0, 2});
    list.set_marks({1});
    CHECK(list.chosen() == std::vector<std::size_t>{1});
    list.set_marks({});
    CHECK(list.marked_count() == 0);
}

TEST_CASE("another list starts afresh") {
    ChoiceList list = fruits();
    list.move(2);
    list.toggle_mark();
    list.set_search(u"p");
    list.assign({u"Nut"});
    CHECK(list.search().empty());
    CHECK(list.marked_count() == 0);
    CHECK(list.chosen() == Items{0});
}

TEST_CASE("ten thousand names are searched as a few are") {
    std::vector<std::u16string> names;
    for (std::size_t i = 0; i < 10'000; ++i) {
        names.push_back(u"process");
        pdh_shim::append_decimal(names.back(), i);
    }
    ChoiceList list;
    list.assign(std::move(names));
    list.set_search(u"9");
    CHECK(list.rows().size() == 3439);
    list.set_search(u"999");
    CHECK(list.rows().size() == 19);
    list.set_search(u"9999");
    CHECK(list.rows() == Items{9999});
}

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
