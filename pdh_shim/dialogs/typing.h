// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/terminal.h"

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

} // namespace pdh_shim::dialogs
