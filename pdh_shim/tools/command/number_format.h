// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::tools::command {

/// With zeros before it, so that it has at least so many digits.
[[nodiscard]] std::string padded(std::uint64_t number, std::size_t digits);

/// As C's `%.6f`, whatever the locale.
[[nodiscard]] std::string console_number(double value);

/// As C's `%.20g`, whatever the locale, with at least three digits of exponent as Windows' logs have them.
[[nodiscard]] std::string log_number(double value);

/// Appends the shortest decimal number that is read back as the same double.
void append_shortest(std::string& text, double value);
[[nodiscard]] std::string shortest_number(double value);

/// Appends a cell of CSV in quotes: a quote in it is doubled.
void append_quoted(std::string& line, std::string_view text);

/// `MM/DD/YYYY HH:MM:SS.mmm` of a FILETIME (100 ns since 1601).
[[nodiscard]] std::string timestamp(std::int64_t file_time);

/// Whether a spreadsheet takes a text for a formula.
[[nodiscard]] bool is_formula(std::string_view text);

} // namespace pdh_shim::tools::command
