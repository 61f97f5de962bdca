// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_format.h"
#include "tools/command/query.h"
#include "tools/command/record_log.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

/// Opens a log of the counters of a query.
/// @throws terminal::ProgramError
using MakeQueryLog = std::function<std::unique_ptr<RecordLog>(const std::string& file, Query& query)>;

/// How many megabytes an hour a log of these counters takes now: the size of one record, which is written to
/// a temporary file. It collects with a query of its own.
/// @param paths with their computers; those that do not exist are left out
/// @param make_log opens a log in a format that has a line for each value
/// @return none if it cannot be measured: for a database or a page, without counters, or without room for
///         the file
[[nodiscard]] std::optional<double> megabytes_per_hour(const std::vector<std::string>& paths,
    OutputFormat format, std::chrono::seconds interval, const MakeQueryLog& make_log);

/// `Estimate: 12.3 MB an hour.`
[[nodiscard]] std::string size_estimate(double megabytes);

} // namespace pdh_shim::tools::command
