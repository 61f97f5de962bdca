#pragma once

#include "dialogs/picker.h"
#include "dialogs/terminal.h"

namespace pdh_shim::dialogs {

/// Rows that the lists of a picker have room for.
[[nodiscard]] int list_rows(Size window);

/// Draws a dialog for counters, whatever the size of the window.
void draw(Terminal& terminal, Picker& picker);

} // namespace pdh_shim::dialogs
