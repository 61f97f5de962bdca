// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::tools::terminal {

/// What a program answers to `--version`, without the end of the line.
[[nodiscard]] std::string version_line(std::string_view program);

} // namespace pdh_shim::tools::terminal
