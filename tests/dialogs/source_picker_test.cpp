// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "dialogs/picker_view.h"
#include "dialogs/source_picker.h"
#include "fake_terminal.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace pdh_shim;
using namespace pdh_shim::dialogs;

namespace fs = std::filesystem;

namespace source_picker_test { // a local name here is one of another test, too
namespace {

using Step = SourcePicker::Step;

constexpr int page = 5;

// A folder with logs:  logs/{Beta.blg, alpha.csv, .hidden.blg, my log.tsv, old/one.blg, empty/}
class Folder {
  public:
    Folder() {
        fs::create_directory(folder_.path("old"));
        fs::create_directory(folder_.path("empty"));
        for (const char* const name : {"Beta.blg", "alpha.csv", ".hidden.blg", "my log.tsv", "old/one.blg"}) {
            folder_.write(name, "");
        }
    }

    /// The name of a file of it, as a program would pass it.
    [[nodiscard]] std::u16string file(const std::string& name) const {
        return from_utf8(folder_.path(name)).value();
    }

  private:
    test::TemporaryFolder folder_;
};

struct Dialog {
    explicit Dialog(const Folder& folder, bool files_only = true) : picker(files_only, folder.file("none")) {}

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
    [[nodiscard]] std::string shown() const {
        std::string text;
        for (const std::size_t item : picker.list().rows()) {
            text += (text.empty() ? "" : ", ") + to_utf8(picker.list().name(item)).value();
        }
        return text;
    }
    [[nodiscard]] std::string current() const {
        const auto item = picker.list().current();
        return item ? to_utf8(picker.list().name(*item)).value() : "-";
    }

    SourcePicker picker;
};

} // namespace

TEST_CASE("the files of a folder follow its folders, sorted in any case, none hidden") {
    const Folder folder;
    const Dialog files(folder);
    CHECK(files.shown() == "../, empty/, old/, alpha.csv, Beta.blg, my log.tsv");
    const Dialog all(folder, false);
    CHECK(all.shown() ==
          "Current activity of this computer, ../, empty/, old/, alpha.csv, Beta.blg, my log.tsv");
}

TEST_CASE("this computer is the empty name") {
    const Folder folder;
    Dialog dialog(folder, false);
    CHECK(dialog.press({Key::enter}) == Step::choose);
    CHECK(dialog.picker.chosen().empty());
}

TEST_CASE("a file is chosen with its whole path") {
    const Folder folder;
    Dialog dialog(folder);
    CHECK(dialog.press({Key::end, Key::up, Key::enter}) == Step::choose);
    CHECK(dialog.picker.chosen() == folder.file("Beta.blg"));
}

TEST_CASE("a data source can be named instead") {
    const Folder folder;
    Dialog dialog(folder, false);
    CHECK(dialog.picker.first() == folder.file("none"));
    CHECK_FALSE(dialog.picker.files_only());
    CHECK(dialog.picker.choose_name(folder.file("none")) == Step::go_on);
    CHECK(dialog.picker.note() == u"There is no such file.");
    CHECK(dialog.picker.choose_name(folder.file("old/one.blg")) == Step::choose);
    CHECK(dialog.picker.chosen() == folder.file("old/one.blg"));
    CHECK(dialog.picker.choose_name(u"sql:logs!monday") == Step::choose);
    CHECK(dialog.picker.chosen() == u"sql:logs!monday");
    CHECK(dialog.picker.choose_activity() == Step::choose);
    CHECK(dialog.picker.chosen().empty());
}

TEST_CASE("a part of a name finds a file, blanks are text") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"my l");
    CHECK(dialog.picker.typed() == u"my l");
    CHECK(dialog.shown() == "my log.tsv");
    CHECK(dialog.press({Key::enter}) == Step::choose);
    CHECK(dialog.picker.chosen() == folder.file("my log.tsv"));
}

TEST_CASE("folders are gone into and out of") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"old");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.picker.folder() == folder.file("old"));
    CHECK(dialog.shown() == "../, one.blg");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.current() == "old/");
    dialog.press({Key::enter, Key::backspace});
    CHECK(dialog.current() == "old/");
    dialog.press({Key::enter, Key::left});
    CHECK(dialog.current() == "old/");
}

TEST_CASE("a path is typed folder by folder") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"old/");
    CHECK(dialog.picker.folder() == folder.file("old"));
    CHECK(dialog.picker.typed().empty());
    dialog.type(u"/");
    CHECK(dialog.picker.folder() == u"/");
    dialog.type(folder.file("old/").substr(1));
    CHECK(dialog.picker.folder() == folder.file("old"));
    dialog.type(u"nowhere/");
    CHECK(dialog.picker.folder() == folder.file("old"));
    CHECK_FALSE(dialog.picker.note().empty());
}

TEST_CASE("a file that is not listed can be typed") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u".hidden.blg");
    CHECK(dialog.press({Key::enter}) == Step::choose);
    CHECK(dialog.picker.chosen() == folder.file(".hidden.blg"));
}

TEST_CASE("a file that is not there cannot be chosen") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"nothing");
    CHECK(dialog.press({Key::enter}) == Step::go_on);
    CHECK(dialog.picker.note() == u"There is no such file.");
}

TEST_CASE("a set of logs in a database is typed") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"sql:server/a!set");
    CHECK(dialog.press({Key::enter}) == Step::choose);
    CHECK(dialog.picker.chosen() == u"sql:server/a!set");
}

TEST_CASE("the name given first is where the cursor begins") {
    const Folder folder;
    SourcePicker picker(false, folder.file("Beta.blg"));
    CHECK(picker.press(Key::enter, page) == Step::choose);
    CHECK(picker.chosen() == folder.file("Beta.blg"));
    const SourcePicker nowhere(false, u"/no/such/folder/file.blg");
    CHECK(nowhere.folder() == from_utf8(fs::current_path().string()).value());
}

TEST_CASE("Esc clears the typed text, then cancels; Ctrl+C cancels at once") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.type(u"old");
    CHECK(dialog.press({Key::escape}) == Step::go_on);
    CHECK(dialog.shown() == "../, empty/, old/, alpha.csv, Beta.blg, my log.tsv");
    CHECK(dialog.press({Key::escape}) == Step::cancel);
    CHECK(dialog.press({Key::cancel}) == Step::cancel);
    CHECK(dialog.press({Key::closed}) == Step::cancel);
    CHECK(dialog.press({Key::resized}) == Step::go_on);
}

TEST_CASE("keys move the cursor") {
    const Folder folder;
    Dialog dialog(folder);
    dialog.press({Key::page_down});
    CHECK(dialog.current() == "my log.tsv");
    dialog.press({Key::up, Key::up});
    CHECK(dialog.current() == "alpha.csv");
    dialog.press({Key::page_up, Key::down});
    CHECK(dialog.current() == "empty/");
    dialog.press({Key::end});
    CHECK(dialog.current() == "my log.tsv");
    dialog.press({Key::home});
    CHECK(dialog.current() == "../");
}

TEST_CASE("the dialog for data sources in windows of any size") {
    const Folder folder;
    Dialog dialog(folder, false);
    dialog.type(u"b");
    for (int rows = 1; rows < 26; ++rows) {
        for (const int columns : {1, 5, 20, 80}) {
            FakeTerminal terminal(rows, columns);
            draw(terminal, dialog.picker);
            CHECK(source_rows(terminal.size()) >= 1);
        }
    }
    FakeTerminal terminal(24, 80);
    draw(terminal, dialog.picker);
    CHECK(terminal.row(0) == " Select Data Source");
    CHECK(terminal.row(1) == " File: b");
    CHECK(terminal.row(3) == "> Beta.blg");
    CHECK(terminal.row(23) == " Enter choose  Esc cancel  Left folder above  type a name, or folder/");
}

} // namespace source_picker_test
