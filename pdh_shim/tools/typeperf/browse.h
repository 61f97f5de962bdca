// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace typeperf {

/// The paths that the user chooses in the dialog for counters; none if the user cancels it, or no terminal
/// can show it.
/// @throws terminal::Failure
[[nodiscard]] std::vector<std::string> choose_counters();

} // namespace typeperf
