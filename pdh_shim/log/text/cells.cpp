#include "log/text/cells.h"

#include <algorithm>
#include <cstddef>

namespace pdh_shim::log::text {
namespace {

/// Where the quoted cell that begins at `start` ends: at a quotation mark with a separator or nothing behind
/// it, or with the line.
std::size_t end_of_quoted(std::string_view line, std::size_t start, char separator) noexcept {
    std::size_t quote = line.find('"', start);
    while (quote != std::string_view::npos && quote + 1 < line.size() && line[quote + 1] != separator) {
        quote = line.find('"', quote + 1);
    }
    return std::min(quote, line.size());
}

} // namespace

Cell cell_at(std::string_view line, std::size_t start, char separator) noexcept {
    const bool is_quoted = start < line.size() && line[start] == '"';
    const std::size_t first = is_quoted ? start + 1 : start;
    const std::size_t last = is_quoted ? end_of_quoted(line, first, separator)
                                       : std::min(line.find(separator, first), line.size());
    return {line.substr(first, last - first), (is_quoted ? last + 1 : last) + 1};
}

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
    cells.clear();
    for (std::size_t start = 0; start <= line.size();) {
        const Cell cell = cell_at(line, start, separator);
        cells.push_back(cell.text);
        start = cell.next;
    }
}

} // namespace pdh_shim::log::text
