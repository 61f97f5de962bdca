// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// Runs logman.
/// @param name the name by which it was started
/// @return its exit status
[[nodiscard]] int run(
    const std::string& name, const std::vector<std::string>& arguments, command::Platform& platform);

} // namespace pdh_shim::tools::logman
