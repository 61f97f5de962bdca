// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::typeperf {

/// The paths that the user chooses in the dialog for counters; none if the user closes it without choosing.
/// @throws terminal::ProgramError no terminal can show it, or the library refuses
[[nodiscard]] std::vector<std::string> choose_counters();

} // namespace pdh_shim::tools::typeperf
