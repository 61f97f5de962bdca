// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/terminal.h"

#include <memory>
#include <string>

namespace pdh_shim::dialogs {

/// Opens the terminal of this process by libpdhui, which is searched first where it is installed
/// with this library.
/// @return null if there is no suitable terminal; `reason` says why, in English
[[nodiscard]] std::unique_ptr<Terminal> open_terminal(std::string& reason);

} // namespace pdh_shim::dialogs
