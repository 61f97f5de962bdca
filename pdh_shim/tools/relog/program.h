// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// Sets a variable of this program's own environment, from which the library reads its settings when it is
/// first used.
void set_environment(const std::string& name, const std::string& value);

/// The whole program.
/// @param name      the name by which it was started, with or without a folder
/// @param arguments of the command line, without the program's name
/// @return its exit code
[[nodiscard]] int run(
    const std::string& name, const std::vector<std::string>& arguments, command::Platform& platform);

} // namespace pdh_shim::tools::relog
