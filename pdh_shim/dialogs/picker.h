// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "dialogs/choice_list.h"
#include "dialogs/terminal.h"
#include "path/counter_path.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

struct CounterEntry {
    std::u16string name;
    std::u16string help;      ///< may be empty
    std::uint32_t detail = 0; ///< a PERF_DETAIL_* level
};

struct ObjectEntry {
    std::u16string name;
    std::u16string help;
    std::uint32_t detail = 0;
    bool has_instances = false;
    std::size_t default_counter = 0; ///< position in `counters`
    std::vector<CounterEntry> counters;
};

/// The counters that a dialog offers: of one computer at a time.
class CounterCatalogue : boost::noncopyable {
  public:
    virtual ~CounterCatalogue() = default;

    /// Name of the computer, without backslashes.
    [[nodiscard]] virtual std::u16string computer() const = 0;

    /// Changes to another computer. @retval cstatus_no_machine there is none of that name
    [[nodiscard]] virtual Result<void> connect(std::u16string_view computer) = 0;

    /// All objects; unchanged until the next connect().
    [[nodiscard]] virtual const std::vector<ObjectEntry>& objects() const = 0;

    /// Name of the object that is shown first.
    [[nodiscard]] virtual std::u16string default_object() const = 0;

    /// The instances that an object has now, in the order of its source.
    [[nodiscard]] virtual Result<std::vector<path::InstanceName>> instances(std::size_t object) = 0;
};

struct DetailLevel {
    std::uint32_t detail; ///< PERF_DETAIL_*
    std::u16string_view name;
};
/// The detail levels that can be chosen, from the lowest.
[[nodiscard]] std::span<const DetailLevel> detail_levels();

/// The options of PDH_BROWSE_DLG_CONFIG for a dialog for counters.
struct PickerOptions {
    bool instance_index = false;              ///< instances of one name are distinguished by `#n`
    bool single_per_add = false;              ///< one counter for each Add
    bool single_per_dialog = false;           ///< one counter, then the dialog ends
    bool local_only = false;                  ///< this computer only; paths have no computer
    bool wildcard_instances = false;          ///< all instances are one path with `*`
    bool hide_detail = false;                 ///< the user cannot change the detail level
    bool fixed_computer = false;              ///< the user cannot change the computer
    bool objects_only = false;                ///< chooses objects: `\object(*)\*` or `\object\*`
    std::uint32_t detail = 0;                 ///< first detail level
    std::u16string caption;                   ///< empty = the default title
    std::optional<path::CounterPath> initial; ///< what is highlighted first
};

/// The state of a dialog that chooses counters: which items are listed, what the keys do, which paths are
/// chosen. It draws nothing.
class Picker {
  public:
    enum class ListId : std::uint8_t { objects, counters, instances };
    enum class Step : std::uint8_t {
        go_on,
        add,   ///< the user adds chosen_paths()
        cancel ///< the user ends the dialog
    };

    /// The catalogue must outlive it.
    Picker(CounterCatalogue& catalogue, PickerOptions options);

    /// @param page rows that a list shows at once
    [[nodiscard]] Step press(Key key, int page);

    // Actions besides keys, for screens with a pointer. Each removes the note.

    /// Changes to a list and chooses in it: the cursor is on `current`, and if marks are allowed `items`, and
    /// no others, are marked.
    void choose(ListId which, std::size_t current, const std::vector<std::size_t>& items);
    /// The mouse: goes to an item, or, if the cursor is on it, does what Enter does.
    [[nodiscard]] Step click(ListId which, std::size_t item);
    /// Searches for objects, as typing does.
    void find_objects(const std::u16string& typed);
    /// Changes the detail level.
    void set_detail(std::uint32_t detail);
    /// Changes the computer. @return whether it exists; if not, the note says so
    bool go_to_computer(std::u16string_view typed);

    /// Paths of the marked items, or else of those under the cursor: each counter with each instance. If
    /// there is nothing to choose, none; the note says why.
    [[nodiscard]] std::vector<std::u16string> chosen_paths();

    /// A message for the user, shown until the next key.
    void set_note(std::u16string text) { note_ = std::move(text); }
    /// Counts the paths that the program took, shows the number and removes the marks.
    void tell_added(const std::vector<std::u16string>& paths);

    [[nodiscard]] const PickerOptions& options() const noexcept { return options_; }
    [[nodiscard]] std::u16string caption() const;
    [[nodiscard]] std::u16string computer() const { return catalogue_.computer(); }
    [[nodiscard]] std::u16string detail_name() const;
    [[nodiscard]] std::uint32_t detail() const noexcept { return detail_; }
    [[nodiscard]] std::size_t added_count() const noexcept { return added_; }
    [[nodiscard]] const std::u16string& note() const noexcept { return note_; }

    /// The list that has the focus.
    [[nodiscard]] ListId focus() const noexcept { return focus_; }
    [[nodiscard]] const ChoiceList& list(ListId which) const { return this->*member(which); }
    /// Whether the dialog has this list, for the current object.
    [[nodiscard]] bool has(ListId which) const;
    /// Whether several items of this list can be chosen.
    [[nodiscard]] bool allows_marks(ListId which) const;
    /// Whether the first instance means all instances.
    [[nodiscard]] bool offers_all_instances() const { return options_.wildcard_instances || !is_single(); }
    [[nodiscard]] bool allows_other_computers() const {
        return !options_.local_only && !options_.fixed_computer;
    }

    /// The typed part of a computer's name; none if a list has the focus.
    [[nodiscard]] const std::optional<std::u16string>& typed_computer() const noexcept {
        return typed_computer_;
    }
    /// Whether the page with the explanation and the keys is shown instead of the lists.
    [[nodiscard]] bool shows_help() const noexcept { return shows_help_; }

    /// Name and explanation of the counter whose path would be added; of objects, where they are chosen.
    [[nodiscard]] std::u16string subject() const;
    [[nodiscard]] std::u16string explanation() const;
    /// The paths that would be added now, in one line.
    [[nodiscard]] std::u16string preview();

  private:
    using InstanceNames = std::vector<path::InstanceName>;

    [[nodiscard]] Step press_in_computer(Key key);
    [[nodiscard]] Step press_in_lists(Key key, int page);
    [[nodiscard]] Step press_enter();
    [[nodiscard]] Step press_escape();
    [[nodiscard]] bool press_movement(Key key, int page);
    [[nodiscard]] bool press_text(Key key);
    void press_command(Key key);

    [[nodiscard]] static ChoiceList Picker::*member(ListId which);
    [[nodiscard]] ChoiceList& focused() { return this->*member(focus_); }
    void move_focus(int direction);
    void search(const std::u16string& typed);
    void search_objects(const std::u16string& typed);
    void mark();
    void next_detail();
    [[nodiscard]] path::CounterPath cursors() const;
    void refresh(const path::CounterPath& before);

    void list_objects();
    void list_counters();
    void list_instances();
    void object_changed();
    void highlight(const path::CounterPath& path);
    void highlight_what_was_searched();

    [[nodiscard]] const ObjectEntry* object() const;
    [[nodiscard]] const CounterEntry* counter() const;
    [[nodiscard]] bool is_listed(std::uint32_t detail) const { return detail <= detail_; }
    [[nodiscard]] bool is_single() const { return options_.single_per_add || options_.single_per_dialog; }
    [[nodiscard]] const InstanceNames& instances_of(std::size_t object);
    [[nodiscard]] std::u16string instance_texts(std::size_t object);
    [[nodiscard]] std::vector<std::optional<path::InstanceName>> chosen_instances();
    [[nodiscard]] std::vector<std::u16string> chosen_counters() const;
    [[nodiscard]] std::vector<std::u16string> object_paths() const;
    [[nodiscard]] std::vector<std::u16string> counter_paths();
    /// The computer as it appears in paths; empty = paths have none.
    [[nodiscard]] std::u16string path_computer() const {
        return options_.local_only ? std::u16string() : catalogue_.computer();
    }

    CounterCatalogue& catalogue_;
    PickerOptions options_;
    std::uint32_t detail_;

    ListId focus_ = ListId::objects;
    ChoiceList objects_;
    ChoiceList counters_;
    ChoiceList instances_;
    std::vector<std::size_t> object_positions_;  // in the catalogue, of the items of objects_
    std::vector<std::size_t> counter_positions_; // in the object, of the items of counters_
    InstanceNames listed_instances_;             // of the items of instances_, except the one for all
    std::map<std::size_t, InstanceNames> known_instances_; // by position in the catalogue
    std::optional<std::size_t> shown_object_;              // in the catalogue: its counters are listed

    std::optional<std::u16string> typed_computer_;
    bool types_ = false; // the last key was a letter of the search: a space goes there too
    bool shows_help_ = false;
    std::size_t added_ = 0;
    std::u16string note_;
};

} // namespace pdh_shim::dialogs
