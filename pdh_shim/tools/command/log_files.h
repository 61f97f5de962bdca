// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_format.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace pdh_shim::tools::command {

/// What is added to the name of each log.
enum class Versioning {
    none,
    number, ///< `_000001`
    date    ///< `_mmddhhmm`, the month, day, hour and minute in which the log begins
};

/// The logs that a program writes, one after another.
struct LogFiles {
    OutputFormat format = OutputFormat::bin;
    bool is_circular = false; ///< the oldest records of a full binary log are overwritten
    std::string output;       ///< absolute path or `SQL:dsn!set`
    Versioning versioning = Versioning::none;
    bool is_appended = false;    ///< to a file that exists
    bool is_overwritten = false; ///< a file that exists is replaced
    /// The size of a log, or the number of its records in a database; none = no limit.
    std::optional<std::uint64_t> megabytes;
    std::optional<std::chrono::seconds> segment; ///< the time of a log; none = no limit
    bool ends_when_full = false;                 ///< at the size of a log, in place of beginning another one

    bool operator==(const LogFiles& other) const = default;
};

} // namespace pdh_shim::tools::command
