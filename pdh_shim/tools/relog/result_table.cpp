// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/result_table.h"

#include "tools/command/numbers_and_times.h"
#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/formats/record_format.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::string_view gap = "  ";

// Six digits, or all of them where there are more before the point.
std::string rounded(double value) {
    constexpr double most_whole = 1e15;
    constexpr int digits = 6;
    std::array<char, 32> buffer = {};
    const bool is_large = std::fabs(value) >= 1e6 && std::fabs(value) < most_whole;
    const auto end = is_large ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::fixed, 0)
                              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string in_csv(const ResultCell& cell) {
    if (!cell.is_text || cell.exact.empty()) {
        return cell.exact;
    }
    std::string quoted;
    command::append_quoted(quoted, cell.exact);
    return quoted;
}

std::string in_json(const ResultCell& cell) {
    if (cell.exact.empty()) {
        return "null";
    }
    return cell.is_text ? formats::json_string(cell.exact) : cell.exact;
}

using WriteLine = std::function<void(const std::string& line)>;

void write_csv(const ResultTable& table, const WriteLine& write_line) {
    std::string head;
    for (const auto name : table.names) {
        head.append(head.empty() ? "" : ",").append(name);
    }
    write_line(head);
    for (std::size_t i = 0; i < table.rows; ++i) {
        std::string line;
        for (const auto& cell : table.row(i)) {
            line.append(in_csv(cell)) += ',';
        }
        line.pop_back();
        write_line(line);
    }
}

void write_json(const ResultTable& table, const WriteLine& write_line) {
    for (std::size_t i = 0; i < table.rows; ++i) {
        const auto row = table.row(i);
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            line.append(line.empty() ? "{" : ",").append(formats::json_string(table.names[column])) += ':';
            line += in_json(row[column]);
        }
        write_line(line + '}');
    }
}

// The last cell stands at the left, without blanks behind it.
std::string aligned(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
        line.append(widths[i] - std::min(cells[i].size(), widths[i]), ' ').append(cells[i]).append(gap);
    }
    return line + cells.back();
}

std::vector<std::string> shown_cells(const ResultTable& table, std::size_t row) {
    std::vector<std::string> cells;
    for (auto& cell : table.row(row)) {
        cells.push_back(std::move(cell.shown));
    }
    return cells;
}

void write_aligned(const ResultTable& table, const WriteLine& write_line) {
    const std::vector<std::string> names(table.names.begin(), table.names.end());
    std::vector<std::size_t> widths;
    std::transform(
        names.begin(), names.end(), std::back_inserter(widths), [](const auto& name) { return name.size(); });
    for (std::size_t i = 0; i < table.rows; ++i) {
        const auto cells = shown_cells(table, i);
        std::transform(cells.begin(), cells.end(), widths.begin(), widths.begin(),
            [](const auto& cell, std::size_t width) { return std::max(cell.size(), width); });
    }
    write_line(aligned(names, widths));
    for (std::size_t i = 0; i < table.rows; ++i) {
        write_line(aligned(shown_cells(table, i), widths));
    }
}

} // namespace

ResultCell ResultCell::number(double value) {
    if (!std::isfinite(value)) {
        return {"-"};
    }
    ResultCell cell{rounded(value), {}, false, value};
    command::append_shortest(cell.exact, value);
    return cell;
}

ResultCell ResultCell::count(std::uint64_t value) {
    return {std::to_string(value), std::to_string(value), false, static_cast<double>(value)};
}

ResultCell ResultCell::time(const RecordTime& time) {
    return {command::shown_time(time.local), command::iso_time(time.local, time.bias), true,
        static_cast<double>(time.local)};
}

ResultCell ResultCell::text(const std::string& text) {
    return {command::listed_path(text), text, true};
}

std::size_t top_column(const ColumnNames& names, const Top& top) {
    const auto found = std::find(names.begin(), names.end() - 1, top.by);
    if (found == names.end() - 1) {
        std::string all;
        std::for_each(names.begin(), names.end() - 1,
            [&](std::string_view name) { all.append(all.empty() ? "" : ", ").append(name); });
        throw terminal::UsageError("\"" + top.by + "\" is not a column of numbers; these are " + all + '.');
    }
    return static_cast<std::size_t>(found - names.begin());
}

void choose_top(ResultTable& table, const Top& top) {
    const auto column = top_column(table.names, top);
    std::vector<std::pair<double, std::size_t>> keys; // so that the highest, and then the first, is the least
    for (std::size_t i = 0; i < table.rows; ++i) {
        const double value = table.row(i)[column].value;
        keys.emplace_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : -value, i);
    }
    std::sort(keys.begin(), keys.end());
    table.rows = static_cast<std::size_t>(std::min<std::uint64_t>(table.rows, top.count));
    table.row = [row = std::move(table.row), keys = std::move(keys)](
                    std::size_t i) { return row(keys[i].second); };
}

void write_result(const ResultTable& table, ResultFormat format, const WriteLine& write_line) {
    switch (format) {
    case ResultFormat::table:
        write_aligned(table, write_line);
        break;
    case ResultFormat::csv:
        write_csv(table, write_line);
        break;
    case ResultFormat::json:
        write_json(table, write_line);
        break;
    }
}

void check_result(const ColumnNames& names, const Options& options, command::Console& console) {
    if (options.top.count > 0) {
        (void)top_column(names, options.top);
    }
    if (!options.output.empty() && !command::is_standard_output(options.output)) {
        command::confirm_overwrite(options.output, options.yes_to_all, console);
    }
}

void say_left_out(std::size_t counters, command::Console& console) {
    if (counters > 0) {
        console.warn(std::to_string(counters) + (counters == 1 ? " counter is" : " counters are") +
                     " left out, because of too little change or too few samples; -v shows all.");
    }
}

void write_result(ResultTable table, const Top& top, const Options& options, command::Console& console) {
    if (top.count > 0) {
        choose_top(table, top);
    }
    if (options.output.empty()) {
        write_result(table, options.result, [&](const std::string& line) { console.write_line(line); });
        return;
    }
    command::OutputFile file(options.output, true, console); // check_result() has asked
    write_result(table, options.result, [&](const std::string& line) { file.write_line(line); });
    file.close();
}

} // namespace pdh_shim::tools::relog
