// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace pdh_shim::tools::command {

/// One sample of all columns.
struct Sample {
    std::int64_t local_time = 0;                    ///< local time as a FILETIME
    std::vector<std::optional<double>> values;      ///< none = there is no value at that time
    std::optional<int> bias_minutes = std::nullopt; ///< UTC = local time + bias; none = it is not known
};

} // namespace pdh_shim::tools::command
