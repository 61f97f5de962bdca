#pragma once

#include "dialogs/source_picker.h"
#include "dialogs/terminal.h"

namespace pdh_shim::dialogs {

/// Rows that the list of a dialog for data sources has room for.
[[nodiscard]] int source_rows(Size window);

/// Draws a dialog for data sources, whatever the size of the window.
void draw(Terminal& terminal, const SourcePicker& picker);

} // namespace pdh_shim::dialogs
