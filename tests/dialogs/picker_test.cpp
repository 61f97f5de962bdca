// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "dialogs/picker.h"
#include "fake_catalogue.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>

using namespace pdh_shim;
using namespace pdh_shim::dialogs;

namespace {

using ListId = Picker::ListId;
using Step = Picker::Step;

constexpr int page = 5;

PickerOptions options_for(void (*change)(PickerOptions&) = nullptr) {
    PickerOptions options;
    options.local_only = true;
    options.detail = 400;
    if (change != nullptr) {
        change(options);
    }
    return options;
}

struct Dialog {
    explicit Dialog(void (*change)(PickerOptions&) = nullptr) : picker(catalogue, options_for(change)) {}

    // The step of the last key.
    Step press(std::initializer_list<Key> keys) {
        Step step = Step::go_on;
        for (const Key key : keys) {
            step = picker.press(key, page);
        }
        return step;
    }
    void type(std::u16string_view text) {
        for (const char16_t unit : text) {
            static_cast<void>(picker.press(character(unit), page));
        }
    }

    [[nodiscard]] std::string current(ListId list) const {
        const auto item = picker.list(list).current();
        return item ? text_of(picker.list(list).name(*item)) : "-";
    }
    // Where the cursors are.
    [[nodiscard]] std::string here() const {
        return current(ListId::objects) + " | " + current(ListId::counters) + " | " +
               current(ListId::instances);
    }
    // What a list shows.
    [[nodiscard]] std::string shown(ListId list) const {
        std::string text;
        for (const std::size_t item : picker.list(list).rows()) {
            text += (text.empty() ? "" : ", ") + text_of(picker.list(list).name(item));
        }
        return text;
    }
    [[nodiscard]] std::vector<std::string> paths() {
        std::vector<std::string> texts;
        for (const std::u16string& path : picker.chosen_paths()) {
            texts.push_back(text_of(path));
        }
        return texts;
    }

    static std::string text_of(std::u16string_view text) { return to_utf8(text).value(); }

    FakeCatalogue catalogue;
    Picker picker;
};

using Paths = std::vector<std::string>;

} // namespace

TEST_CASE("the dialog opens on the default object and counter, and on _Total") {
    const Dialog dialog;
    CHECK(dialog.here() == "Disk | Reads/sec | _Total");
    CHECK(dialog.picker.focus() == ListId::objects);
    CHECK(dialog.shown(ListId::objects) == "Memory, Disk, Process, Broken");
    CHECK(dialog.shown(ListId::instances) == "All instances, C:, D:, _Total");
}

TEST_CASE("counters and instances belong to the object under the cursor") {
    Dialog dialog;
    dialog.press({Key::down});
    CHECK(dialog.here() == "Process | Thread Count | sh");
    CHECK(dialog.shown(ListId::counters) == "Thread Count, ID Process");
    dialog.press({Key::home});
    CHECK(dialog.here() == "Memory | Pages/sec | -");
    CHECK(dialog.picker.has(ListId::counters));
    CHECK_FALSE(dialog.picker.has(ListId::instances));
}

TEST_CASE("Enter goes from list to list and then adds") {
    Dialog dialog;
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.picker.focus() == ListId::counters);
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.picker.focus() == ListId::instances);
    CHECK(dialog.press({Key::enter}) == Step::add);
    CHECK(dialog.paths() == Paths{R"(\Disk(_Total)\Reads/sec)"});
}

TEST_CASE("an object without instances is added from its counters") {
    Dialog dialog;
    dialog.press({Key::up, Key::enter, Key::down});
    CHECK(dialog.press({Key::enter}) == Step::add);
    CHECK(dialog.paths() == Paths{R"(\Memory\Page Faults)"});
}

TEST_CASE("each marked counter is taken with each marked instance") {
    Dialog dialog;
    dialog.press(
        {Key::enter, Key::space, Key::space, Key::enter, Key::home, Key::down, Key::space, Key::space});
    CHECK(dialog.paths() == Paths{R"(\Disk(C:)\Reads/sec)", R"(\Disk(D:)\Reads/sec)",
                                R"(\Disk(C:)\Writes/sec)", R"(\Disk(D:)\Writes/sec)"});
}

TEST_CASE("Ctrl+A marks all that is found") {
    Dialog dialog;
    dialog.press({Key::enter});
    dialog.type(u"s/sec");
    dialog.press({Key::mark_all});
    CHECK(dialog.paths() == Paths{R"(\Disk(_Total)\Reads/sec)", R"(\Disk(_Total)\Writes/sec)"});
}

TEST_CASE("added counters are counted, and their marks are removed") {
    Dialog dialog;
    dialog.press({Key::enter, Key::space, Key::space, Key::enter});
    dialog.picker.tell_added(dialog.picker.chosen_paths());
    CHECK(dialog.picker.added_count() == 2);
    CHECK(Dialog::text_of(dialog.picker.note()) == R"(Added 2 counters: \Disk(_Total)\Reads/sec ...)");
    CHECK(dialog.picker.list(ListId::counters).marked_count() == 0);
    dialog.picker.tell_added(dialog.picker.chosen_paths());
    CHECK(dialog.picker.added_count() == 3);
    CHECK(Dialog::text_of(dialog.picker.note()) == R"(Added \Disk(_Total)\Idle Time)");
    dialog.press({Key::up});
    CHECK(dialog.picker.note().empty());
}

TEST_CASE("all instances are their paths, or one with a wildcard") {
    Dialog each;
    each.press({Key::enter, Key::enter, Key::home});
    CHECK(each.paths() ==
          Paths{R"(\Disk(C:)\Reads/sec)", R"(\Disk(D:)\Reads/sec)", R"(\Disk(_Total)\Reads/sec)"});
    CHECK(Dialog::text_of(each.picker.preview()) == R"(3 counters: \Disk(C:)\Reads/sec ...)");
    Dialog wildcard([](PickerOptions& options) { options.wildcard_instances = true; });
    wildcard.press({Key::enter, Key::enter, Key::home});
    CHECK(wildcard.paths() == Paths{R"(\Disk(*)\Reads/sec)"});
    CHECK(Dialog::text_of(wildcard.picker.preview()) == R"(\Disk(*)\Reads/sec)");
}

TEST_CASE("instances of one name are listed once, or with their index") {
    Dialog once;
    once.press({Key::down});
    CHECK(once.shown(ListId::instances) == "All instances, sh, nginx, nginx/worker");
    Dialog indexed([](PickerOptions& options) { options.instance_index = true; });
    indexed.press({Key::down});
    CHECK(indexed.shown(ListId::instances) == "All instances, sh, nginx, sh#1, nginx/worker");
    indexed.press({Key::enter, Key::enter, Key::end, Key::up});
    CHECK(indexed.paths() == Paths{R"(\Process(sh#1)\Thread Count)"});
}

TEST_CASE("a dialog for one counter has no marks, and does not offer all instances") {
    for (auto* const change : {+[](PickerOptions& options) { options.single_per_add = true; },
             +[](PickerOptions& options) { options.single_per_dialog = true; }}) {
        Dialog dialog(change);
        CHECK(dialog.shown(ListId::instances) == "C:, D:, _Total");
        dialog.press({Key::enter, Key::space, Key::mark_all});
        CHECK(dialog.picker.list(ListId::counters).marked_count() == 0);
        dialog.press({Key::space});
        CHECK_FALSE(dialog.picker.note().empty());
        dialog.press({Key::enter, Key::space, Key::home});
        CHECK(dialog.paths() == Paths{R"(\Disk(C:)\Reads/sec)"});
    }
}

TEST_CASE("a dialog for one counter offers all instances if a wildcard is allowed") {
    Dialog dialog([](PickerOptions& options) {
        options.single_per_dialog = true;
        options.wildcard_instances = true;
    });
    CHECK(dialog.shown(ListId::instances) == "All instances, C:, D:, _Total");
    dialog.press({Key::enter, Key::enter, Key::home});
    CHECK(dialog.paths() == Paths{R"(\Disk(*)\Reads/sec)"});
}

TEST_CASE("paths have the computer, unless only this one is to be chosen from") {
    Dialog dialog([](PickerOptions& options) { options.local_only = false; });
    CHECK(dialog.paths() == Paths{R"(\\here\Disk(_Total)\Reads/sec)"});
}

TEST_CASE("another computer is typed after F3") {
    Dialog dialog([](PickerOptions& options) { options.local_only = false; });
    dialog.press({Key::f3});
    REQUIRE(dialog.picker.typed_computer().has_value());
    dialog.type(u"nowhere");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(Dialog::text_of(dialog.picker.note()) == "There is no computer nowhere.");
    CHECK(dialog.picker.typed_computer() == u"nowhere");
    dialog.press({Key::clear_line});
    dialog.type(uR"(\\there)");
    dialog.press({Key::enter});
    CHECK_FALSE(dialog.picker.typed_computer().has_value());
    CHECK(dialog.shown(ListId::objects) == "Disk, Process, Broken");
    CHECK(dialog.paths() == Paths{R"(\\there\Disk(_Total)\Reads/sec)"});
}

TEST_CASE("Esc gives the typing of a computer up") {
    Dialog dialog([](PickerOptions& options) { options.local_only = false; });
    CHECK(dialog.press({Key::f3, character(U'x'), Key::escape}) == Step::go_on);
    CHECK_FALSE(dialog.picker.typed_computer().has_value());
    CHECK(dialog.picker.computer() == u"here");
}

TEST_CASE("the computer stays where it is not to be chosen") {
    for (auto* const change : {+[](PickerOptions& options) { options.local_only = true; },
             +[](PickerOptions& options) {
                 options.local_only = false;
                 options.fixed_computer = true;
             }}) {
        Dialog dialog(change);
        dialog.press({Key::f3});
        CHECK_FALSE(dialog.picker.typed_computer().has_value());
    }
}

TEST_CASE("the detail level hides higher levels, and F2 changes it in a cycle") {
    Dialog dialog([](PickerOptions& options) { options.detail = 100; });
    CHECK(dialog.picker.detail_name() == u"Novice");
    CHECK(dialog.shown(ListId::objects) == "Memory, Disk, Process");
    CHECK(dialog.shown(ListId::counters) == "Reads/sec, Writes/sec");
    dialog.press({Key::f2});
    CHECK(dialog.picker.detail_name() == u"Advanced");
    CHECK(dialog.shown(ListId::counters) == "Reads/sec, Writes/sec, Idle Time");
    dialog.press({Key::f2, Key::f2});
    CHECK(dialog.picker.detail_name() == u"Wizard");
    CHECK(dialog.shown(ListId::objects) == "Memory, Disk, Process, Broken");
    dialog.press({Key::f2});
    CHECK(dialog.picker.detail_name() == u"Novice");
}

TEST_CASE("another detail level leaves the cursors where they were") {
    Dialog dialog;
    dialog.press({Key::down, Key::enter, Key::down, Key::enter, Key::down, Key::f2});
    CHECK(dialog.here() == "Process | ID Process | nginx");
    CHECK(dialog.picker.focus() == ListId::instances);
}

TEST_CASE("a hidden detail level stays") {
    Dialog dialog([](PickerOptions& options) {
        options.detail = 100;
        options.hide_detail = true;
    });
    dialog.press({Key::f2});
    CHECK(dialog.picker.detail_name() == u"Novice");
}

TEST_CASE("a detail level of 0 lists nothing, and then there is nothing to choose") {
    Dialog dialog([](PickerOptions& options) { options.detail = 0; });
    CHECK(dialog.here() == "- | - | -");
    CHECK(dialog.picker.detail_name() == u"None");
    CHECK(dialog.picker.preview().empty());
    CHECK(dialog.picker.subject().empty());
    CHECK(dialog.picker.explanation().empty());
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK_FALSE(dialog.picker.note().empty());
    dialog.press({Key::f2});
    CHECK(dialog.here() == "Disk | Reads/sec | _Total");
}

TEST_CASE("the given path is highlighted first") {
    Dialog dialog([](PickerOptions& options) {
        options.initial = path::parse_counter_path(uR"(\process(NGINX)\id process)").value();
    });
    CHECK(dialog.here() == "Process | ID Process | nginx");
    Dialog wildcard([](PickerOptions& options) {
        options.initial = path::parse_counter_path(uR"(\Disk(*)\Idle Time)").value();
    });
    CHECK(wildcard.here() == "Disk | Idle Time | All instances");
    Dialog unknown([](PickerOptions& options) {
        options.initial = path::parse_counter_path(uR"(\Nothing(x)\Such)").value();
    });
    CHECK(unknown.here() == "Disk | Reads/sec | _Total");
}

TEST_CASE("the path given chooses the computer too, if it is there") {
    Dialog dialog([](PickerOptions& options) {
        options.local_only = false;
        options.initial = path::parse_counter_path(uR"(\\there\Process(sh)\ID Process)").value();
    });
    CHECK(dialog.paths() == Paths{R"(\\there\Process(sh)\ID Process)"});
    Dialog missing([](PickerOptions& options) {
        options.local_only = false;
        options.initial = path::parse_counter_path(uR"(\\nowhere\Process(sh)\ID Process)").value();
    });
    CHECK(missing.paths() == Paths{R"(\\here\Process(sh)\ID Process)"});
}

TEST_CASE("the object browser chooses objects with all their counters") {
    Dialog dialog([](PickerOptions& options) { options.objects_only = true; });
    CHECK_FALSE(dialog.picker.has(ListId::counters));
    CHECK(dialog.press({Key::enter}) == Step::add);
    CHECK(dialog.paths() == Paths{R"(\Disk(*)\*)"});
    CHECK(Dialog::text_of(dialog.picker.preview()) == R"(\Disk(*)\*)");
    dialog.press({Key::home, Key::space, Key::space});
    CHECK(dialog.paths() == Paths{R"(\Memory\*)", R"(\Disk(*)\*)"});
    CHECK(Dialog::text_of(dialog.picker.preview()) == R"(2 counters: \Memory\* ...)");
}

TEST_CASE("a search in the objects finds their counters") {
    Dialog dialog;
    dialog.type(u"idle");
    CHECK(dialog.shown(ListId::objects) == "Disk");
    CHECK(dialog.here() == "Disk | Idle Time | _Total");
    dialog.press({Key::escape});
    dialog.type(u"mem*fault");
    CHECK(dialog.here() == "Memory | Page Faults | -");
}

TEST_CASE("an object found by its name opens on its default counter") {
    Dialog dialog;
    dialog.type(u"memory");
    CHECK(dialog.here() == "Memory | Pages/sec | -");
}

TEST_CASE("a text that is in no name is searched in the instances of all objects") {
    Dialog dialog;
    dialog.type(u"nginx");
    CHECK(dialog.shown(ListId::objects) == "Process");
    CHECK(dialog.here() == "Process | Thread Count | nginx");
    const int looks = dialog.catalogue.looks;
    dialog.type(u"xyz");
    CHECK(dialog.shown(ListId::objects).empty());
    CHECK(dialog.here() == "- | - | -");
    CHECK(dialog.catalogue.looks == looks);
}

TEST_CASE("the other lists have searches of their own") {
    Dialog dialog;
    dialog.press({Key::down, Key::enter});
    dialog.type(u"id");
    CHECK(dialog.shown(ListId::counters) == "ID Process");
    dialog.press({Key::enter});
    dialog.type(u"work");
    CHECK(dialog.shown(ListId::instances) == "nginx/worker");
    CHECK(dialog.paths() == Paths{R"(\Process(nginx/worker)\ID Process)"});
    dialog.type(u"x");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK_FALSE(dialog.picker.note().empty());
}

TEST_CASE("Esc clears the search first, then closes; Ctrl+C closes at once") {
    Dialog dialog;
    dialog.type(u"idle");
    CHECK(dialog.press({Key::escape}) == Step::go_on);
    CHECK(dialog.picker.list(ListId::objects).search().empty());
    CHECK(dialog.press({Key::escape}) == Step::cancel);
    dialog.type(u"idle");
    CHECK(dialog.press({Key::cancel}) == Step::cancel);
    CHECK(dialog.press({Key::closed}) == Step::cancel);
    dialog.press({Key::f1});
    CHECK(dialog.press({Key::cancel}) == Step::cancel);
}

TEST_CASE("Tab and the arrows go to the lists there are") {
    Dialog dialog;
    dialog.press({Key::left});
    CHECK(dialog.picker.focus() == ListId::objects);
    dialog.press({Key::tab, Key::right, Key::right});
    CHECK(dialog.picker.focus() == ListId::instances);
    dialog.press({Key::back_tab, Key::left});
    CHECK(dialog.picker.focus() == ListId::objects);
    dialog.press({Key::home, Key::tab, Key::tab});
    CHECK(dialog.picker.focus() == ListId::counters);
}

TEST_CASE("Page Up and Page Down move by the shown rows") {
    Dialog dialog;
    for (int i = 0; i < 20; ++i) {
        dialog.catalogue.disks.insert(dialog.catalogue.disks.begin(), {{}, u"disk", 0});
    }
    dialog.press({Key::f5, Key::enter, Key::enter, Key::home, Key::page_down});
    CHECK(dialog.picker.list(ListId::instances).cursor() == page);
    dialog.press({Key::page_down, Key::page_up, Key::page_up});
    CHECK(dialog.picker.list(ListId::instances).cursor() == 0);
}

TEST_CASE("instances are looked at once, and anew after F5") {
    Dialog dialog;
    dialog.press({Key::down, Key::up, Key::down, Key::up});
    CHECK(dialog.catalogue.looks == 2);
    dialog.catalogue.disks.push_back({{}, u"E:", 0});
    dialog.press({Key::f5});
    CHECK(dialog.shown(ListId::instances) == "All instances, C:, D:, _Total, E:");
    CHECK(dialog.here() == "Disk | Reads/sec | _Total");
}

TEST_CASE("an object whose instances cannot be listed has none") {
    Dialog dialog;
    dialog.press({Key::end, Key::enter, Key::enter});
    CHECK(dialog.shown(ListId::instances) == "All instances");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.picker.preview().empty());
}

TEST_CASE("the explanation is that of the counter whose path is shown") {
    Dialog dialog;
    CHECK(Dialog::text_of(dialog.picker.preview()) == R"(\Disk(_Total)\Reads/sec)");
    CHECK(dialog.picker.subject() == u"Reads/sec");
    CHECK(dialog.picker.explanation() == u"Reads in a second.");
    dialog.press({Key::enter, Key::down});
    CHECK(Dialog::text_of(dialog.picker.preview()) == R"(\Disk(_Total)\Writes/sec)");
    CHECK(dialog.picker.subject() == u"Writes/sec");
    CHECK(dialog.picker.explanation() == u"Writes in a second.");
    dialog.press({Key::enter});
    CHECK(dialog.picker.explanation() == u"Writes in a second.");
}

TEST_CASE("the object browser explains the object") {
    Dialog dialog([](PickerOptions& options) { options.objects_only = true; });
    CHECK(dialog.picker.subject() == u"Disk");
    CHECK(dialog.picker.explanation() == u"What disks do.");
}

TEST_CASE("a space after a letter begins another word, and otherwise marks") {
    Dialog dialog;
    dialog.type(u"sec dis");
    CHECK(dialog.shown(ListId::objects) == "Disk");
    dialog.press({Key::enter, Key::space});
    CHECK(dialog.picker.list(ListId::counters).marked_count() == 1);
    dialog.type(u"sec wr");
    CHECK(dialog.shown(ListId::counters) == "Writes/sec");
    dialog.press({Key::home, Key::space});
    CHECK(dialog.picker.list(ListId::counters).marked_count() == 2);
}

TEST_CASE("any key leaves the page of help") {
    Dialog dialog;
    dialog.press({Key::f1});
    CHECK(dialog.picker.shows_help());
    dialog.press({Key::resized});
    CHECK(dialog.picker.shows_help());
    dialog.press({Key::enter});
    CHECK_FALSE(dialog.picker.shows_help());
    CHECK(dialog.picker.focus() == ListId::objects);
}

// Screens with a pointer.

TEST_CASE("choosing in a list replaces the earlier choice") {
    Dialog dialog;
    dialog.picker.choose(ListId::objects, 2, {});
    CHECK(dialog.here() == "Process | Thread Count | sh");
    dialog.picker.choose(ListId::counters, 1, {0, 1});
    dialog.picker.choose(ListId::instances, 2, {2});
    CHECK(dialog.paths() == Paths{R"(\Process(nginx)\Thread Count)", R"(\Process(nginx)\ID Process)"});
    dialog.picker.choose(ListId::counters, 1, {1});
    CHECK(dialog.paths() == Paths{R"(\Process(nginx)\ID Process)"});
    CHECK(dialog.picker.focus() == ListId::counters);
}

TEST_CASE("a dialog for one counter chooses the counter under the cursor") {
    Dialog dialog([](PickerOptions& options) { options.single_per_add = true; });
    dialog.picker.choose(ListId::counters, 1, {0, 1});
    CHECK(dialog.paths() == Paths{R"(\Disk(_Total)\Writes/sec)"});
}

TEST_CASE("objects can be searched from every list") {
    Dialog dialog;
    dialog.picker.choose(ListId::counters, 0, {});
    dialog.picker.find_objects(u"fault");
    CHECK(dialog.here() == "Memory | Page Faults | -");
    dialog.picker.find_objects(u"nginx");
    CHECK(dialog.shown(ListId::objects) == "Process");
}

TEST_CASE("a detail level can be chosen, and leaves the cursors where they were") {
    CHECK(detail_levels().front().name == u"Novice");
    CHECK(detail_levels().size() == 4);
    Dialog dialog;
    dialog.picker.choose(ListId::counters, 1, {1});
    dialog.picker.set_detail(detail_levels()[1].detail);
    CHECK(dialog.picker.detail() == 200);
    CHECK(dialog.shown(ListId::objects) == "Memory, Disk, Process");
    CHECK(dialog.here() == "Disk | Writes/sec | _Total");
}

TEST_CASE("another computer can be gone to, if there is one of that name") {
    Dialog dialog([](PickerOptions& options) { options.local_only = false; });
    CHECK_FALSE(dialog.picker.go_to_computer(uR"(\\nowhere)"));
    CHECK(Dialog::text_of(dialog.picker.note()) == "There is no computer nowhere.");
    CHECK(dialog.picker.computer() == u"here");
    CHECK(dialog.picker.go_to_computer(uR"(\\there)"));
    CHECK(dialog.picker.note().empty());
    CHECK(dialog.paths() == Paths{R"(\\there\Disk(_Total)\Reads/sec)"});
}

TEST_CASE("the title is the caption, or one of our own") {
    CHECK(Dialog().picker.caption() == u"Browse Performance Counters");
    const Dialog dialog([](PickerOptions& options) { options.caption = u"Mine"; });
    CHECK(dialog.picker.caption() == u"Mine");
}
