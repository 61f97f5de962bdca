// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/cells.h"

#include <algorithm>
#include <cstddef>

namespace pdh_shim::log::text {
namespace {

/// Where the quoted cell that begins at `start` ends: at a quotation mark with a separator or nothing behind
/// it, or with the line. Two quotation marks are one of the text.
std::size_t end_of_quoted(std::string_view line, std::size_t start, char separator) noexcept {
    std::size_t quote = line.find('"', start);
    while (quote != std::string_view::npos && quote + 1 < line.size() && line[quote + 1] != separator) {
        quote = line.find('"', quote + (line[quote + 1] == '"' ? 2 : 1));
    }
    return std::min(quote, line.size());
}

/// Where a cell's text begins and ends in its line, and where the next cell begins.
struct Bounds {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t next = 0;
};

Bounds bounds_at(std::string_view line, std::size_t start, char separator) noexcept {
    if (start < line.size() && line[start] == '"') {
        const std::size_t last = end_of_quoted(line, start + 1, separator);
        return {start + 1, last, last + 2};
    }
    const std::size_t last = std::min(line.find(separator, start), line.size());
    return {start, last, last + 1};
}

} // namespace

TextCell cell_at(std::string_view line, std::size_t start, char separator) noexcept {
    const Bounds bounds = bounds_at(line, start, separator);
    return {line.substr(bounds.first, bounds.last - bounds.first), bounds.next};
}

std::size_t skip_cells(std::string_view line, std::size_t start, std::size_t count, char separator) noexcept {
    for (; count > 0 && start <= line.size(); --count) {
        start = bounds_at(line, start, separator).next;
    }
    return start;
}

std::string unquoted(std::string_view cell) {
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += cell[i];
        i += cell.substr(i).starts_with("\"\"") ? 1 : 0;
    }
    return text;
}

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
    cells.clear();
    for (std::size_t start = 0; start <= line.size();) {
        const TextCell cell = cell_at(line, start, separator);
        cells.push_back(cell.text);
        start = cell.next;
    }
}

bool OpenCell::is_open(std::string_view text) noexcept {
    while (next_ < text.size()) {
        if (!is_open_ && text[next_] != '"') {
            next_ = bounds_at(text, next_, separator_).next;
            continue;
        }
        const std::size_t last = end_of_quoted(text, is_open_ ? next_ : next_ + 1, separator_);
        is_open_ = last == text.size();
        next_ = is_open_ ? last : last + 2;
    }
    return is_open_;
}

} // namespace pdh_shim::log::text
