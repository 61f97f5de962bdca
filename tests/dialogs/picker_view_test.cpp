// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/picker_view.h"
#include "fake_catalogue.h"
#include "fake_terminal.h"

#include <doctest/doctest.h>

using namespace pdh_shim::dialogs;

namespace {

PickerOptions all_levels() {
    PickerOptions options;
    options.detail = 400;
    return options;
}

struct Shown {
    Shown(int rows, int columns, PickerOptions options = all_levels())
        : terminal(rows, columns), picker(catalogue, std::move(options)) {
        draw(terminal, picker);
    }

    void press(std::initializer_list<Key> keys) {
        for (const Key key : keys) {
            static_cast<void>(picker.press(key, list_rows(terminal.size())));
        }
        draw(terminal, picker);
    }

    FakeCatalogue catalogue;
    FakeTerminal terminal;
    Picker picker;
};

} // namespace

TEST_CASE("the dialog for counters in a window of the usual size") {
    Shown shown(24, 80);
    CHECK(shown.terminal.row(0) ==
          " Browse Performance Counters                                     \\\\here  Wizard");
    CHECK(shown.terminal.row(1) == " Search:  (type a part of a name; * is any text)");
    CHECK(shown.terminal.row(3) == "  Objects 4              #  Counters 3             #  Instances 4");
    CHECK(shown.terminal.row(4) == "  Memory                 #> Reads/sec              #  All instances");
    CHECK(shown.terminal.row(5) == "> Disk                   #  Writes/sec             #  C:");
    CHECK(shown.terminal.shows("\n Reads in a second.\n"));
    CHECK(shown.terminal.row(22) == R"( \\here\Disk(_Total)\Reads/sec)");
    CHECK(shown.terminal.row(23) ==
          " Enter next  Esc close  F1 help  Left Right lists  F2 detail  F3 computer");
    CHECK(shown.terminal.cursor_row() == 1);
    CHECK(shown.terminal.cursor_column() == 9);
}

TEST_CASE("the typed text and the number of found items are shown") {
    Shown shown(24, 80);
    shown.press({character(U'i'), character(U'd'), character(U'l')});
    CHECK(shown.terminal.row(1) == " Search: idl");
    CHECK(shown.terminal.cursor_column() == 12);
    CHECK(shown.terminal.shows("Objects 1 of 4"));
    shown.press({Key::escape, Key::f3, character(U'x'), Key::enter});
    CHECK(shown.terminal.row(1) == " Computer: x");
    CHECK(shown.terminal.shows("There is no computer x."));
    CHECK(shown.terminal.style_of("There is") == Style::note);
}

TEST_CASE("a missing explanation and a search without results show a message") {
    Shown shown(24, 80);
    shown.press({Key::down}); // to processes
    CHECK(shown.terminal.shows("(no explanation)"));
    shown.press({character(U'~')});
    CHECK(shown.terminal.shows("Objects 0 of 4"));
    CHECK(shown.terminal.shows("Nothing is found."));
    CHECK_FALSE(shown.terminal.shows("(no explanation)"));
}

TEST_CASE("only keys that do something are shown") {
    PickerOptions options;
    options.detail = 400;
    options.single_per_dialog = true;
    options.local_only = true;
    options.hide_detail = true;
    Shown shown(24, 80, options);
    CHECK(shown.terminal.row(23) == " Enter next  Esc cancel  F1 help  Left Right lists");
    shown.press({Key::enter, Key::enter});
    CHECK(shown.terminal.row(23) == " Enter OK  Esc cancel  F1 help  Left Right lists");
    Shown several(24, 80);
    several.press({Key::enter, Key::enter});
    CHECK(several.terminal.row(23).rfind(" Enter add  Esc close  F1 help  Space mark", 0) == 0);
}

TEST_CASE("added paths are shown") {
    Shown shown(24, 80);
    shown.picker.tell_added(shown.picker.chosen_paths());
    draw(shown.terminal, shown.picker);
    CHECK(shown.terminal.shows("added 1"));
    CHECK(shown.terminal.row(22) == R"( Added \\here\Disk(_Total)\Reads/sec)");
}

TEST_CASE("the page of help has the explanation and the keys") {
    Shown shown(24, 80);
    shown.press({Key::f1});
    CHECK(shown.terminal.shows("Reads in a second."));
    CHECK(shown.terminal.shows("Space           while typing, next word; else mark"));
    CHECK(shown.terminal.shows("Ctrl+A          mark all found"));
    CHECK(shown.terminal.shows("F5              look for new instances"));
    CHECK(shown.terminal.shows("mouse           select an item; click it again: as Enter; wheel: scroll"));
    CHECK(shown.terminal.cursor_row() == -1);
}

TEST_CASE("a narrow window shows one list") {
    Shown shown(24, 40);
    CHECK(shown.terminal.shows("Objects"));
    CHECK_FALSE(shown.terminal.shows("Counters 3"));
    shown.press({Key::enter});
    CHECK_FALSE(shown.terminal.shows("Objects"));
    CHECK(shown.terminal.shows("Counters 3"));
}

TEST_CASE("windows of any size are drawn and worked in") {
    for (int rows = 1; rows < 30; ++rows) {
        for (const int columns : {1, 2, 5, 20, 59, 60, 61, 200}) {
            CAPTURE(rows);
            CAPTURE(columns);
            Shown shown(rows, columns);
            CHECK(list_rows(shown.terminal.size()) >= 1);
            shown.press({Key::page_down, Key::enter, Key::space, Key::f1});
            shown.press({Key::f1});
            CHECK(shown.picker.focus() == Picker::ListId::counters);
        }
    }
}

TEST_CASE("the smallest window that shows the list, the typed line and the keys") {
    Shown shown(5, 20);
    CHECK(shown.terminal.screen() ==
          " Browse Performance\n Search:  (type a pa\n  Objects 4\n> Disk\n Enter next\n");
}

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

TEST_CASE("the rows around the cursor are shown") {
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
