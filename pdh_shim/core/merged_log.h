// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "core/log_file.h"

#include <memory>
#include <vector>

namespace pdh_shim::core {

/// Several logs as one: it has the entries of all of them, and their records in the order of their times.
/// Records of the same time become one. Where two logs have the same counter, it is one entry.
/// @param readers at least one
[[nodiscard]] std::unique_ptr<model::LogReader> merge_logs(
    std::vector<std::unique_ptr<model::LogReader>> readers);

} // namespace pdh_shim::core
