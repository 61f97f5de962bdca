// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"
#include "tools/logman/run_state.h"

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// A set and what is known of its run.
struct SetReport {
    CollectorSet set;
    RunState state;
    bool has_runner = false;         ///< a process runs it now
    bool is_of_another_boot = false; ///< its newest process ran before the computer was started again
    bool is_system = false;
    std::string damage; ///< why the file is not that of a set; empty = it is
};

/// `Running`, `Failing`, `Pending`, `Stopped`, or `Died` if its process ended unexpectedly.
[[nodiscard]] std::string status_name(const SetReport& report);

/// The table of `logman query`.
[[nodiscard]] std::vector<std::string> table_of(const std::vector<SetReport>& reports);

/// The lines of `logman query NAME`.
[[nodiscard]] std::vector<std::string> details_of(const SetReport& report);

} // namespace pdh_shim::tools::logman
