#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pdh_shim::log::text {

/// A cell of a line, without the quotation marks that it may stand in.
struct Cell {
    std::string_view text;
    std::size_t next = 0; ///< where the cell behind it begins; beyond the line if it was the last one
};

/// The cell that begins at `start` of a line without its end. A quotation mark in a cell is not escaped by
/// anybody who writes such files: the one that ends a cell has a separator or nothing behind it.
[[nodiscard]] Cell cell_at(std::string_view line, std::size_t start, char separator) noexcept;

/// Where the cell begins that stands `count` cells behind the one at `start`; beyond a line that has fewer.
[[nodiscard]] std::size_t skip_cells(
    std::string_view line, std::size_t start, std::size_t count, char separator) noexcept;

/// All cells of a line.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

} // namespace pdh_shim::log::text
