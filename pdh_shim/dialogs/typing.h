// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/terminal.h"

#include <string>

namespace pdh_shim::dialogs {

/// Applies a key to a line: a character is appended, Backspace removes the last one, Ctrl+U all.
/// @return false for any other key
[[nodiscard]] bool type_into(std::u16string& line, Key key);

} // namespace pdh_shim::dialogs
