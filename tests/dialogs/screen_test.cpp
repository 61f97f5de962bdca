// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/screen.h"
#include "fake_terminal.h"

#include <doctest/doctest.h>

using namespace pdh_shim::dialogs;

namespace {

ChoiceList numbers(std::size_t count) {
    std::vector<std::u16string> names;
    for (std::size_t i = 0; i < count; ++i) {
        names.push_back(std::u16string(1, static_cast<char16_t>(u'a' + i)));
    }
    ChoiceList list;
    list.assign(std::move(names));
    return list;
}

} // namespace

TEST_CASE("text is broken between words") {
    using Lines = std::vector<std::u16string>;
    CHECK(wrap(u"", 10).empty());
    CHECK(wrap(u"one two three", 7) == Lines{u"one two", u"three"});
    CHECK(wrap(u"one two three", 6) == Lines{u"one", u"two", u"three"});
    CHECK(wrap(u"one\ntwo", 20) == Lines{u"one two"});
    CHECK(wrap(u"unbreakable as", 3) == Lines{u"unbreakable", u"as"});
    CHECK(wrap(u"\u65e5\u672c \u65e5", 6) == Lines{u"\u65e5\u672c", u"\u65e5"});
}

TEST_CASE("the rows shown are those around the cursor") {
    ChoiceList list = numbers(10);
    CHECK(first_shown(list, 4) == 0);
    list.move(5);
    CHECK(first_shown(list, 4) == 3);
    CHECK(first_shown(list, 20) == 0);
    CHECK(first_shown(list, 0) == 5);
    list.move(9);
    CHECK(first_shown(list, 4) == 6);
}

TEST_CASE("a list shows its cursor, its marks, and how much is found") {
    FakeTerminal terminal(4, 20);
    ChoiceList list = numbers(12);
    list.toggle_mark();
    list.move(1);
    draw_list(terminal, list, {0, 0, 4, 20}, {u"Letters", true, true});
    CHECK(terminal.screen() == "  Letters 12\n *a\n> b\n  c\n");
    CHECK(terminal.style_of("Letters") == Style::here);
    CHECK(terminal.style_of("*a") == Style::marked);
    CHECK(terminal.style_of("> b") == Style::cursor);
    list.set_search(u"c");
    terminal.clear();
    draw_list(terminal, list, {0, 0, 4, 20}, {u"Letters", false, true});
    CHECK(terminal.screen() == "  Letters 1 of 12\n> c\n\n\n");
    CHECK(terminal.style_of("Letters") == Style::heading);
    CHECK(terminal.style_of("> c") == Style::chosen);
}

TEST_CASE("a line that is typed shows its end") {
    FakeTerminal terminal(1, 12);
    CHECK(draw_line(terminal, 0, 12, u"To:", u"abc") == 8);
    CHECK(terminal.row(0) == " To: abc");
    CHECK(draw_line(terminal, 0, 12, u"To:", u"abcdefghij") == 11);
    CHECK(terminal.row(0) == " To: efghij");
}

TEST_CASE("hints are left out where they do not fit") {
    FakeTerminal terminal(1, 20);
    draw_hints(terminal, 0, 20, {{u"Enter", u"add"}, {u"Esc", u"go"}, {u"F1", u"help"}});
    CHECK(terminal.row(0) == " Enter add  Esc go");
}

TEST_CASE("a paragraph ends with its area") {
    FakeTerminal terminal(3, 8);
    draw_text(terminal, {0, 1, 2, 6}, u"one two three four", Style::plain);
    CHECK(terminal.screen() == " one\n two\n\n");
}
