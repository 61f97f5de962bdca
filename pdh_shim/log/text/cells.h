// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::log::text {

/// A cell of a line, without the quotation marks that it may stand in.
struct TextCell {
    std::string_view text;
    std::size_t next = 0; ///< where the cell behind it begins; beyond the line if it was the last one
};

/// The cell that begins at `start` of a line without its end. The quotation mark that ends a cell has a
/// separator or nothing behind it. Two of them are one that belongs to the text, as CSV has it; one alone
/// within a cell does so too, as Windows writes names.
[[nodiscard]] TextCell cell_at(std::string_view line, std::size_t start, char separator) noexcept;

/// Where the cell begins that stands `count` cells behind the one at `start`; beyond a line that has fewer.
[[nodiscard]] std::size_t skip_cells(
    std::string_view line, std::size_t start, std::size_t count, char separator) noexcept;

/// The text of a cell, in which two quotation marks are one.
[[nodiscard]] std::string unquoted(std::string_view cell);

/// All cells of a line.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

/// Finds out whether a text ends within the quotation marks of a cell: then its line goes on behind the line
/// feed.
class OpenCell {
  public:
    explicit OpenCell(char separator) noexcept : separator_(separator) {}

    /// @param text the previous text, extended. @return whether its last cell is open
    [[nodiscard]] bool is_open(std::string_view text) noexcept;

  private:
    char separator_;
    bool is_open_ = false;
    std::size_t next_ = 0; // where to go on, in a cell that is open or with the next one
};

} // namespace pdh_shim::log::text
