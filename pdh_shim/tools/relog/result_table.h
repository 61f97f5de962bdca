// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::relog {

/// A cell of a result, for people and for programs.
struct ResultCell {
    std::string shown = {};                                  ///< in a table: numbers are rounded
    std::string exact = {};                                  ///< in CSV and JSON; empty = there is none
    bool is_text = false;                                    ///< has quotation marks in CSV and JSON
    double value = std::numeric_limits<double>::quiet_NaN(); ///< by which -top sorts; none = comes last

    [[nodiscard]] static ResultCell number(double value); ///< none if it is not finite
    [[nodiscard]] static ResultCell count(std::uint64_t value);
    [[nodiscard]] static ResultCell time(const RecordTime& time);
    [[nodiscard]] static ResultCell text(const std::string& text);
};

using ResultRow = std::vector<ResultCell>;

/// The names of the columns of a result.
using ColumnNames = std::vector<std::string_view>;

/// A result with a line for each counter. The last column is text of any length.
struct ResultTable {
    ColumnNames names;
    std::size_t rows = 0;
    std::function<ResultRow(std::size_t row)> row; ///< called more than once, so that not all are kept
};

/// The column by which the rows are sorted.
/// @throws terminal::UsageError there is no such column of numbers
[[nodiscard]] std::size_t top_column(const ColumnNames& names, const Top& top);

/// Puts the rows with the highest values of a column first, and leaves out all but `top.count`.
/// @throws terminal::UsageError there is no such column of numbers
void choose_top(ResultTable& table, const Top& top);

/// @param write_line takes each line, without its end
void write_result(const ResultTable& table, ResultFormat format,
    const std::function<void(const std::string& line)>& write_line);

/// Refuses an unknown column of -top, and asks whether an existing file may be overwritten. Logs may take
/// long to read: call it before.
/// @throws terminal::ProgramError
void check_result(const ColumnNames& names, const Options& options, command::Console& console);

/// Says how many counters are not in the result: they change too little to matter, or have too few samples.
void say_left_out(std::size_t counters, command::Console& console);

/// Writes the top rows, or all if their count is 0, to the console or to the file of -o, which check_result()
/// has checked.
/// @throws terminal::ProgramError
void write_result(ResultTable table, const Top& top, const Options& options, command::Console& console);

} // namespace pdh_shim::tools::relog
