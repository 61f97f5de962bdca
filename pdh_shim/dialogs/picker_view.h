// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/picker.h"
#include "dialogs/terminal.h"

namespace pdh_shim::dialogs {

/// Number of rows for the lists of a picker.
[[nodiscard]] int list_rows(Size window);

/// Draws a dialog for counters in a window of any size.
void draw(Terminal& terminal, Picker& picker);

} // namespace pdh_shim::dialogs
