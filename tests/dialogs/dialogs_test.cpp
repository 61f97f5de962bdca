// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/dialogs.h"
#include "fake_catalogue.h"
#include "fake_terminal.h"

#include <doctest/doctest.h>

#include <optional>

using namespace pdh_shim;
using namespace pdh_shim::dialogs;

namespace {

using TakenPaths = std::vector<std::u16string>;

PickerOptions one_counter() {
    PickerOptions options;
    options.detail = 400;
    options.local_only = true;
    options.single_per_dialog = true;
    return options;
}

PickerOptions several_counters() {
    PickerOptions options = one_counter();
    options.single_per_dialog = false;
    return options;
}

struct Run {
    explicit Run(PickerOptions options) : picker(catalogue, std::move(options)) {}

    Result<void> press(std::initializer_list<Key> keys) {
        terminal.type(keys);
        return dialogs::run(terminal, picker, [this](const TakenPaths& paths) -> Result<bool> {
            was_suspended = terminal.is_suspended();
            taken.push_back(paths);
            return answer.has_value() ? Result<bool>(answer.value()) : Result<bool>(answer.error());
        });
    }

    FakeCatalogue catalogue;
    FakeTerminal terminal{24, 80};
    Picker picker;
    std::vector<TakenPaths> taken;
    bool was_suspended = false;
    Result<bool> answer = true;
};

Status status_of(const Result<void>& result) {
    return result ? Status::success : result.error();
}

} // namespace

TEST_CASE("a dialog for one counter ends with it") {
    Run run(one_counter());
    CHECK(status_of(run.press({Key::enter, Key::enter, Key::enter, Key::up})) == Status::success);
    CHECK(run.taken == std::vector<TakenPaths>{{uR"(\Disk(_Total)\Reads/sec)"}});
}

TEST_CASE("a dialog for several counters stays until it is closed, which cancels it") {
    Run run(several_counters());
    const auto status = status_of(
        run.press({Key::enter, Key::space, Key::space, Key::enter, Key::enter, Key::enter, Key::escape}));
    CHECK(status == Status::dialog_cancelled);
    REQUIRE(run.taken.size() == 2);
    CHECK(run.taken[0] == TakenPaths{uR"(\Disk(_Total)\Reads/sec)", uR"(\Disk(_Total)\Writes/sec)"});
    CHECK(run.taken[1] == TakenPaths{uR"(\Disk(_Total)\Idle Time)"});
    CHECK(run.terminal.shows("added 3"));
}

TEST_CASE("a click chooses an item, and another one on it does what Enter does") {
    Run run(one_counter());
    run.terminal.point(5, 30);                                             // the second counter
    CHECK(status_of(run.press({Key::click})) == Status::dialog_cancelled); // no more keys follow
    CHECK(run.picker.focus() == Picker::ListId::counters);
    CHECK(run.terminal.shows("> Writes/sec"));
    static_cast<void>(run.press({Key::click}));
    CHECK(run.picker.focus() == Picker::ListId::instances);
    run.terminal.point(4, 60);
    CHECK(status_of(run.press({Key::click, Key::click})) == Status::success);
    CHECK(run.taken == std::vector<TakenPaths>{{uR"(\Disk(C:)\Writes/sec)"}});
}

TEST_CASE("a click beside the items does nothing, and one on the page of help leaves it") {
    Run run(several_counters());
    for (const auto& [row, column] :
        {std::pair(0, 0), std::pair(3, 30), std::pair(4, 25), std::pair(20, 30), std::pair(23, 79)}) {
        run.terminal.point(row, column);
        static_cast<void>(run.press({Key::click}));
        CHECK(run.picker.focus() == Picker::ListId::objects);
    }
    static_cast<void>(run.press({Key::f1, Key::click}));
    CHECK_FALSE(run.picker.shows_help());
}

TEST_CASE("the wheel moves the cursor by three rows") {
    Run run(several_counters());
    static_cast<void>(run.press({Key::home, Key::wheel_down}));
    CHECK(run.picker.list(Picker::ListId::objects).cursor() == 3);
    static_cast<void>(run.press({Key::wheel_up}));
    CHECK(run.picker.list(Picker::ListId::objects).cursor() == 0);
}

TEST_CASE("the terminal is the program's own while it takes paths") {
    Run run(several_counters());
    CHECK(status_of(run.press({Key::enter, Key::enter, Key::enter})) == Status::dialog_cancelled);
    CHECK(run.was_suspended);
    CHECK_FALSE(run.terminal.is_suspended());
}

TEST_CASE("Cancel, Ctrl+C and a terminal that goes away take nothing") {
    for (const Key key : {Key::escape, Key::cancel, Key::closed}) {
        for (const PickerOptions& options : {one_counter(), several_counters()}) {
            Run run(options);
            CHECK(status_of(run.press({Key::enter, key})) == Status::dialog_cancelled);
            CHECK(run.taken.empty());
        }
    }
}

TEST_CASE("a status of the program ends the dialog") {
    for (const PickerOptions& options : {one_counter(), several_counters()}) {
        Run run(options);
        run.answer = Status::access_denied;
        CHECK(status_of(run.press({Key::enter, Key::enter, Key::enter, Key::up})) == Status::access_denied);
        CHECK(run.taken.size() == 1);
    }
}

TEST_CASE("a program without room: one counter ends with more_data, several continue") {
    Run one(one_counter());
    one.answer = false;
    CHECK(status_of(one.press({Key::enter, Key::enter, Key::enter, Key::up})) == Status::more_data);
    Run several(several_counters());
    several.answer = false;
    CHECK(status_of(several.press({Key::enter, Key::enter, Key::enter})) == Status::dialog_cancelled);
    CHECK(several.picker.added_count() == 0);
    CHECK(several.terminal.shows("The program has no room for these."));
}

TEST_CASE("a resized window is drawn anew") {
    Run run(several_counters());
    run.terminal.resize(10, 50);
    CHECK(status_of(run.press({Key::resized})) == Status::dialog_cancelled);
    CHECK(run.terminal.shows("Objects 4"));
}

TEST_CASE("a dialog for data sources ends with the choice") {
    FakeTerminal terminal(24, 80);
    SourcePicker picker(false, u"");
    terminal.type({Key::enter});
    CHECK(status_of(dialogs::run(terminal, picker)) == Status::success);
    CHECK(picker.chosen().empty());
    CHECK(terminal.shows("Current activity of this computer"));
    CHECK(status_of(dialogs::run(terminal, picker)) == Status::dialog_cancelled);
}
