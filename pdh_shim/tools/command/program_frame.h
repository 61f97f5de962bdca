// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "console.h"

#include <functional>
#include <string>
#include <string_view>

namespace command {

/// The frame of a program: runs it, and reports why it failed.
/// @param own_name   its name on this system; programs for Windows start it by another one, and split its
/// output at
///                   CR LF
/// @param started_as the name by which it was started, with or without a folder
/// @param execute    returns the exit code; throws what failure.h lists
/// @return its exit code
[[nodiscard]] int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<int(Console& console)>& execute);

} // namespace command
