// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/source_picker.h"
#include "dialogs/terminal.h"

namespace pdh_shim::dialogs {

/// Number of rows for the list of a dialog for data sources.
[[nodiscard]] int source_rows(Size window);

/// Draws a dialog for data sources in a window of any size.
void draw(Terminal& terminal, const SourcePicker& picker);

} // namespace pdh_shim::dialogs
