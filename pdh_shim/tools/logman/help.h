// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// The lines of -?.
[[nodiscard]] std::vector<std::string> help_lines();

} // namespace pdh_shim::tools::logman
