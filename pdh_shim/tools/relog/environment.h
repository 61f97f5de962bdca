// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::tools::relog {

/// Sets a variable of this program's own environment, from which the library reads its settings when it is
/// first used.
void set_environment(const std::string& name, const std::string& value);

} // namespace pdh_shim::tools::relog
