// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/choice_list.h"
#include "dialogs/terminal.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

/// The state of a dialog that chooses a data source: this computer now, a log file, or a set of
/// logs in a database (`SQL:dsn!set`), which is typed. It draws nothing.
class SourcePicker {
  public:
    enum class Step : std::uint8_t {
        go_on,
        choose, ///< the user has chosen
        cancel  ///< the user ends the dialog
    };

    /// @param files_only this computer is not offered
    /// @param first the name of the log under the cursor at the start; empty = none
    SourcePicker(bool files_only, std::u16string_view first);

    /// @param page number of rows that the list shows
    [[nodiscard]] Step press(Key key, int page);
    /// Chooses by name, as typing does: a file, or a set of logs in a database. If there is none, the note
    /// says so.
    [[nodiscard]] Step choose_name(std::u16string_view typed);
    /// Chooses this computer.
    [[nodiscard]] Step choose_activity() { return choose({}); }

    /// The choice; empty = this computer, now.
    [[nodiscard]] const std::u16string& chosen() const noexcept { return chosen_; }

    [[nodiscard]] bool files_only() const noexcept { return files_only_; }
    /// The name of the log that was given at the start.
    [[nodiscard]] const std::u16string& first() const noexcept { return first_; }

    /// The folder whose files are listed.
    [[nodiscard]] std::u16string folder() const;
    [[nodiscard]] const ChoiceList& list() const noexcept { return list_; }
    /// The typed part of a name or path.
    [[nodiscard]] const std::u16string& typed() const noexcept { return typed_; }
    /// A message for the user, shown until the next key.
    [[nodiscard]] const std::u16string& note() const noexcept { return note_; }

  private:
    enum class EntryKind : std::uint8_t { activity, parent, folder, file };

    struct SourceEntry {
        EntryKind kind;
        std::u16string name;
    };

    void open_folder(const std::string& folder);
    void open_parent();
    void list_entries(std::vector<SourceEntry> entries);
    [[nodiscard]] bool press_movement(Key key, int page);
    void type(Key key);
    [[nodiscard]] Step choose_current();
    [[nodiscard]] Step choose_typed();
    [[nodiscard]] Step choose(std::u16string name);

    bool files_only_;
    std::u16string first_;
    std::string folder_; // in the form of base/named_file.h
    std::vector<SourceEntry> entries_;
    ChoiceList list_;
    std::u16string typed_;
    std::u16string note_;
    std::u16string chosen_;
};

} // namespace pdh_shim::dialogs
