// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace pdh_shim::tools::command {

/// The format of the output, which -f chooses.
enum class OutputFormat { csv, tsv, bin, sql, html, json, long_table, influx, openmetrics };

/// Whether a format has a line for each value, with the parts of its path, and not a column for each counter:
/// tools/formats writes it.
[[nodiscard]] constexpr bool has_line_for_each_value(OutputFormat format) {
    return format >= OutputFormat::json;
}

/// Checks that a format has what -raw, -epoch and -spreadsheet ask for.
/// @throws terminal::UsageError
void check_format_options(OutputFormat format, bool with_raw, bool epoch, bool for_spreadsheets);

/// None if the format does not exist.
[[nodiscard]] std::optional<OutputFormat> find_output_format(const std::string& name);

/// As it is found, in lower case.
[[nodiscard]] std::string name_of_format(OutputFormat format);

/// @throws terminal::ProgramError the format does not exist
[[nodiscard]] OutputFormat parse_output_format(const std::string& name);

/// Whether a name is that of a log in a database: it begins with `SQL:`.
[[nodiscard]] bool is_database_log(const std::string& name);

/// The name of a log in a database, with `SQL:`: Windows' pages write it as `dsn!set` too.
[[nodiscard]] std::string database_log_name(const std::string& name);

} // namespace pdh_shim::tools::command
