// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::tools::command {

/// The format of the output, which -f chooses.
enum class OutputFormat { csv, tsv, bin, sql, html };

/// @throws terminal::ProgramError the format does not exist
[[nodiscard]] OutputFormat parse_output_format(const std::string& name);

/// Whether a name is that of a log in a database: it begins with `SQL:`.
[[nodiscard]] bool is_database_log(const std::string& name);

} // namespace pdh_shim::tools::command
