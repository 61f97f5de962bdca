// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/header.h"

#include "base/input_limits.h"
#include "base/text.h"
#include "block/block.h"
#include "log/text/line_reader.h"
#include "log/text/narrow_file.h"
#include "path/counter_path.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <system_error>
#include <utility>

namespace pdh_shim::log::text {
namespace {

constexpr std::string_view comma_mark = "(PDH-CSV 4.0)";
constexpr std::string_view tab_mark = "(PDH-TSV 4.0)";

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view text) noexcept {
    return text.starts_with(utf8_mark) ? text.substr(utf8_mark.size()) : text;
}

/// The first letters of UTF-16 text.
std::string narrow_start(std::string_view bytes, std::endian order) {
    std::string text;
    for (std::size_t i = order == std::endian::little ? 2 : 3; i < std::min<std::size_t>(bytes.size(), 64);
         i += 2) {
        text += bytes[i];
    }
    return text;
}

std::optional<char> separator_of_mark(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    text.remove_prefix(text.starts_with('"') ? 1 : 0);
    return text.starts_with(comma_mark) ? std::optional(',')
           : text.starts_with(tab_mark) ? std::optional('\t')
                                        : std::nullopt;
}

/// The character behind the first cell, if it can be a separator.
std::optional<char> separator_behind_mark(std::string_view line) noexcept {
    constexpr std::string_view separators = ",;\t";
    const bool is_quoted = line.starts_with('"');
    const std::size_t end = is_quoted ? line.find('"', 1) : line.find_first_of(separators);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = line.substr(end + (is_quoted ? 1 : 0));
    const bool is_there = !rest.empty() && separators.find(rest.front()) != std::string_view::npos;
    return is_there ? std::optional(rest.front()) : std::nullopt;
}

/// The number between the last brackets of `(PDH-CSV 4.0) (zone name)(bias)`.
std::optional<std::int32_t> bias_in(std::string_view cell) noexcept {
    const std::size_t open = cell.rfind('(');
    if (!cell.ends_with(')') || open == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view number = cell.substr(open + 1, cell.size() - open - 2);
    std::int32_t bias = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bias);
    const bool is_whole = error == std::errc() && end == number.data() + number.size();
    return is_whole ? std::optional(bias) : std::nullopt;
}

/// The name before that number.
std::string_view zone_name_in(std::string_view cell) noexcept {
    const std::size_t open = cell.find(" (");
    const std::size_t close = cell.rfind(")(");
    const bool is_there =
        open != std::string_view::npos && close != std::string_view::npos && open + 2 <= close;
    return is_there ? cell.substr(open + 2, close - open - 2) : std::string_view();
}

std::u16string wide(std::string_view cell) {
    const std::string text = unquoted(cell);
    return block::ansi_text(std::as_bytes(std::span(text)));
}

void append_quoted(std::string& line, std::u16string_view text) {
    std::string name;
    append_utf16_lossy(name, text);
    line += '"';
    for (const char letter : name) {
        line.append(letter == '"' ? 2 : 1, letter);
    }
    line += '"';
}

/// An instance may have no name in a log, but not in a path: it is left out.
Result<path::CounterPath> parts_of(std::u16string text) {
    auto parts = path::parse_counter_path(text);
    const std::size_t nameless = text.find(u"()\\");
    if (parts || nameless == std::u16string::npos) {
        return parts;
    }
    return path::parse_counter_path(text.erase(nameless, 2));
}

Result<model::LogEntry> entry_of(std::string_view cell) {
    PDH_SHIM_TRY(path::CounterPath parts, parts_of(wide(cell)));
    model::LogEntry entry;
    entry.machine = path::without_backslashes(parts.machine);
    entry.object = std::move(parts.object);
    entry.counter = std::move(parts.counter);
    entry.type = model::displayed_value_type;
    if (parts.instance) {
        entry.parent = std::move(parts.instance->parent);
        entry.instance = std::move(parts.instance->name);
        entry.duplicate = parts.instance->index;
    }
    return entry;
}

} // namespace

std::optional<char> separator_of(std::string_view start) {
    const auto order = utf16_order(start);
    return order ? separator_of_mark(narrow_start(start, *order)) : separator_of_mark(without_mark(start));
}

std::optional<char> separator_in(std::string_view line) {
    const auto usual = separator_of(line);
    return usual ? std::optional(separator_behind_mark(without_mark(line)).value_or(*usual)) : std::nullopt;
}

Result<Header, Failure> read_header(std::string_view line) {
    const std::optional<char> separator = separator_in(line);
    if (!separator) {
        return Failure(Status::unable_read_log_header, "line 1", "is no header of a text log");
    }
    constexpr std::uint64_t memory_per_column = 700; // of all that is made of it
    const auto separators = static_cast<std::uint64_t>(std::ranges::count(line, *separator));
    if (separators > memory_limit() / memory_per_column) {
        return Failure(
            Status::log_file_open_error, "line 1", "has more columns than PDH_SHIM_MEMORY_LIMIT allows");
    }
    Header header;
    header.separator = *separator;
    std::vector<std::string_view> cells;
    split_cells(without_mark(line), *separator, cells);
    header.bias = bias_in(cells.front());
    header.zone = header.bias ? zone_name_in(cells.front().substr(comma_mark.size())) : std::string_view();
    header.entries.reserve(cells.size());
    for (std::size_t i = 1; i < cells.size(); ++i) {
        auto entry = entry_of(cells[i]);
        if (entry) {
            header.entries.push_back(std::move(entry).value());
        } else if (i + 1 == cells.size() && !cells[i].starts_with("\\\\")) {
            header.caption = wide(cells[i]);
        } else {
            return Failure(Status::unable_read_log_header, "line 1, column " + std::to_string(i + 1),
                "is no counter path: " + escaped(cells[i]));
        }
    }
    return header;
}

std::string make_header(const HeaderToWrite& header) {
    std::string first(header.separator == ',' ? comma_mark : tab_mark);
    if (header.bias) {
        first += " (";
        std::ranges::copy_if(header.zone, std::back_inserter(first),
            [](char letter) { return letter >= ' ' && letter <= '~' && letter != '"'; });
        first += ")(" + std::to_string(*header.bias) + ")";
    }
    std::string line = '"' + first + '"';
    for (const std::u16string& column : header.columns) {
        line += header.separator;
        append_quoted(line, column);
    }
    line += "\r\n";
    return line;
}

} // namespace pdh_shim::log::text
