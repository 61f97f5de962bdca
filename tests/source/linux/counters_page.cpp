// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "counters_page.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "source/linux/kernel/performance_object.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::test {
namespace {

using source::linux::CounterRow;
using source::linux::ObjectTable;

struct Note {
    std::u16string_view object;
    std::u16string_view counter;
    std::string_view source;
    std::string_view formula;
    std::string_view differs;
};

const std::vector<Note> notes{
#define OBJECT_NOTE(object, text)
#define SAME(object, other)
#define NOTE(object, counter, source, formula, differs) {object, counter, source, formula, differs},
#include "source/linux/counter_notes.inc"
#undef NOTE
#undef SAME
#undef OBJECT_NOTE
};

struct ObjectNote {
    std::u16string_view object;
    std::string_view text;
};

const std::vector<ObjectNote> object_notes{
#define OBJECT_NOTE(object, text) {object, text},
#define SAME(object, other)
#define NOTE(object, counter, source, formula, differs)
#include "source/linux/counter_notes.inc"
#undef NOTE
#undef SAME
#undef OBJECT_NOTE
};

struct SameNotes {
    std::u16string_view object;
    std::u16string_view other;
};

const std::vector<SameNotes> same_notes{
#define OBJECT_NOTE(object, text)
#define SAME(object, other) {object, other},
#define NOTE(object, counter, source, formula, differs)
#include "source/linux/counter_notes.inc"
#undef NOTE
#undef SAME
#undef OBJECT_NOTE
};

std::string utf8(std::u16string_view text) {
    return to_utf8(text).value();
}

[[noreturn]] void fail(std::u16string_view object, std::u16string_view counter, const char* what) {
    throw std::runtime_error(utf8(object) + ": " + utf8(counter) + ": " + what);
}

std::vector<Note>::const_iterator find_note(std::u16string_view object, std::u16string_view counter) {
    return std::ranges::find_if(
        notes, [&](const Note& note) { return note.object == object && note.counter == counter; });
}

const ObjectTable& table_of(std::u16string_view object) {
    return **std::ranges::find(source::linux::all_objects, object, &ObjectTable::name);
}

/// Says that an object has the counters of the one whose notes stand for its own, in the same order, and
/// which are named otherwise. Empty if it has others.
std::string same_counters(const ObjectTable& object) {
    const auto same = std::ranges::find(same_notes, object.name, &SameNotes::object);
    if (same == same_notes.end()) {
        return {};
    }
    const ObjectTable& other = table_of(same->other);
    if (other.counters.size() != object.counters.size()) {
        return {};
    }
    std::string text = "The counters are those of " + utf8(other.name);
    std::string_view between = ", with ";
    for (std::size_t i = 0; i < object.counters.size(); ++i) {
        if (object.counters[i].name != other.counters[i].name) {
            text += std::string(between) + "`" + utf8(object.counters[i].name) + "` in place of `" +
                    utf8(other.counters[i].name) + "`";
            between = " and ";
        }
    }
    return text + ".\n";
}

/// Makes the page, and remembers which notes it used.
class PageWriter {
  public:
    void add(const ObjectTable& object);
    /// Checks that all notes were used.
    [[nodiscard]] std::string finish();

  private:
    void add(const ObjectTable& object, const CounterRow& row);
    [[nodiscard]] const Note& note_of(std::u16string_view object, std::u16string_view counter);

    std::string page_ =
        "# Counters of Linux\n\n"
        "All counters that the Linux source can give, and what each is read from. A machine "
        "has those whose kernel files it has.\n"
        "Formulas give the raw value in the kernel's own names; the type says how it is shown "
        "([COUNTER_TYPES.md](../../calc/COUNTER_TYPES.md)).\nTimes are in units of 100 ns, "
        "whatever the kernel's unit is, and what follows a division is the counter's base.\n"
        "Other counters that Windows has in these objects, those of `unmeasured.inc`, can be added and have "
        "no value.\n\n"
        "`ninja -C BUILD counters_page` makes this page from the tables of the objects and from the "
        "`counter_notes.inc` of each subject.\n";
    std::set<const Note*> used_;
};

const Note& PageWriter::note_of(std::u16string_view object, std::u16string_view counter) {
    auto note = find_note(object, counter);
    const auto same = std::ranges::find(same_notes, object, &SameNotes::object);
    if (note == notes.end() && same != same_notes.end()) {
        note = find_note(same->other, counter);
    }
    if (note == notes.end()) {
        fail(object, counter, "there is no note on it");
    }
    used_.insert(&*note);
    return *note;
}

void PageWriter::add(const ObjectTable& object, const CounterRow& row) {
    const Note& note = note_of(object.name, row.name);
    if (!row.input.file.empty() && row.input.file != note.source) {
        fail(object.name, row.name, "its note names another file than its table");
    }
    const std::size_t type = calc::type_index(static_cast<std::uint32_t>(row.type));
    const std::string_view type_name = calc::counter_types.at(type).name;
    page_ += "| " + utf8(row.name) + " | `" + std::string(type_name) + "` | `" + std::string(note.source) +
             "` | " + std::string(note.formula) + " | " + std::string(note.differs) + " |\n";
}

void PageWriter::add(const ObjectTable& object) {
    page_ += "\n## " + utf8(object.name) + "\n\n" + utf8(object.help) + "\n";
    const auto about = std::ranges::find(object_notes, object.name, &ObjectNote::object);
    if (about != object_notes.end()) {
        page_ += std::string(about->text) + "\n";
    }
    page_ += same_counters(object);
    page_ +=
        "\n| counter | type | kernel source | formula | what differs from Windows |\n|---|---|---|---|---|\n";
    for (const CounterRow& row : object.counters) {
        add(object, row);
    }
}

std::string PageWriter::finish() {
    for (const Note& note : notes) {
        if (!used_.contains(&note)) {
            fail(note.object, note.counter, "there is no such counter");
        }
    }
    return page_;
}

} // namespace

std::string counters_page() {
    PageWriter writer;
    for (const ObjectTable* const object : source::linux::all_objects) {
        writer.add(*object);
    }
    return writer.finish();
}

} // namespace pdh_shim::test
