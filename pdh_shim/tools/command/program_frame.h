// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/terminal/program_end.h"

#include <functional>
#include <string>
#include <string_view>

namespace pdh_shim::tools::command {

/// Runs a program: makes the console that its audience expects, calls `execute`, and reports what that
/// throws, as terminal::run_to_the_end() does.
/// @param own_name   its name on this system; programs for Windows start it by another one
/// @param started_as the name by which it was started, with or without a folder
/// @param execute    throws what program_error.h lists
/// @return its exit status
[[nodiscard]] int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<terminal::ExitStatus(Console& console)>& execute);

} // namespace pdh_shim::tools::command
