// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/version_line.h"

#include "base/version.h"

namespace pdh_shim::tools::terminal {

std::string version_line(std::string_view program) {
    return std::string(program).append(" (pdh-shim) ").append(pdh_shim::version());
}

} // namespace pdh_shim::tools::terminal
