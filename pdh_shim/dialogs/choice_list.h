// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/terminal.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

/// A name in the form for the search: upper case, without blanks.
[[nodiscard]] std::u16string searchable(std::u16string_view name);

/// The text that a user types to find a name: words, each a part of it, in any order and whatever their case;
/// `*` in a word = any text.
class Pattern {
  public:
    explicit Pattern(std::u16string_view typed);

    [[nodiscard]] bool is_empty() const noexcept { return words_.empty(); }
    /// @param name as searchable() gives it
    [[nodiscard]] bool matches(std::u16string_view name) const;

  private:
    using Pieces = std::vector<std::u16string>; // of a word, between its stars

    [[nodiscard]] static bool has(std::u16string_view name, const Pieces& pieces);

    std::vector<Pieces> words_;
};

/// Applies a key to a line: a character is appended, Backspace removes the last one, Ctrl+U all.
/// @return false for any other key
[[nodiscard]] bool type_into(std::u16string& line, Key key);

/// A list that the user chooses from: its names, the names that the search finds, the cursor, and marks.
/// Items are numbered from 0 in the order of the names, rows in the order of the found items.
class ChoiceList {
  public:
    /// Sets another list: no search, no marks, the cursor on the first row.
    void assign(std::vector<std::u16string> names);
    /// The same; the search looks in another text of each item instead of its name.
    /// @param texts one for each name, as searchable() gives it
    void assign(std::vector<std::u16string> names, std::vector<std::u16string> texts);

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    [[nodiscard]] const std::u16string& name(std::size_t item) const { return names_[item]; }

    /// The found items, in order.
    [[nodiscard]] const std::vector<std::size_t>& rows() const noexcept { return rows_; }
    /// The row of the cursor; 0 when there is none.
    [[nodiscard]] std::size_t cursor() const noexcept { return cursor_; }
    /// The item under the cursor; none if nothing is found.
    [[nodiscard]] std::optional<std::size_t> current() const;

    /// Moves the cursor by rows, up to the ends.
    void move(std::ptrdiff_t rows) noexcept;
    /// Moves the cursor to an item, if it is found.
    void go_to(std::size_t item) noexcept;

    [[nodiscard]] const std::u16string& search() const noexcept { return search_; }
    /// Changes the search. The cursor stays on its item while that is found.
    void set_search(std::u16string_view typed);
    /// Keeps the search, and replaces the texts that it looks in, one for each item.
    void search_in(const std::vector<std::u16string>& texts);

    [[nodiscard]] bool is_marked(std::size_t item) const { return marks_[item]; }
    [[nodiscard]] std::size_t marked_count() const;
    /// Marks the item under the cursor, or removes its mark.
    void toggle_mark();
    /// Marks all found items; removes the marks if all are marked.
    void toggle_all();
    void clear_marks();
    /// Marks these items and no others.
    void set_marks(const std::vector<std::size_t>& items);

    /// The marked items; without marks the one under the cursor.
    [[nodiscard]] std::vector<std::size_t> chosen() const;

  private:
    void find(const std::vector<std::size_t>& candidates, const std::vector<std::u16string>& texts);

    std::vector<std::u16string> names_;
    std::vector<std::u16string> texts_;
    std::vector<bool> marks_;
    std::vector<std::size_t> rows_;
    std::size_t cursor_ = 0;
    std::u16string search_;
};

} // namespace pdh_shim::dialogs
