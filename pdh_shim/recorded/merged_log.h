// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "recorded/log_file.h"

#include <memory>
#include <vector>

namespace pdh_shim::recorded {

/// Several logs as one: it has the entries of all of them, and their records in the order of UTC, with local
/// times of the first log's zone. Records of the same time become one. Where two logs have the same counter,
/// it is one entry. Logs whose zones are all unknown are put together by their local times; where some are
/// known and others are not, next() fails with incorrect_append_time.
/// @param readers at least one
[[nodiscard]] std::unique_ptr<model::LogReader> merge_logs(
    std::vector<std::unique_ptr<model::LogReader>> readers);

} // namespace pdh_shim::recorded
