#pragma once

#include <string_view>
#include <vector>

namespace pdh_shim::log::text {

/// Splits a line, without its end, into cells; they look into the line. A cell may stand in quotation marks,
/// which are not part of it; a quotation mark in a cell is not escaped by anybody who writes such files.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

} // namespace pdh_shim::log::text
