// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/program.h"

#include <windows.h>

namespace pdh_shim::tools::relog {

void set_environment(const std::string& name, const std::string& value) {
    SetEnvironmentVariableA(name.c_str(), value.c_str());
}

} // namespace pdh_shim::tools::relog
