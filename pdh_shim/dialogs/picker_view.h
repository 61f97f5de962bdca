// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/picker.h"
#include "dialogs/source_picker.h"
#include "dialogs/terminal.h"

#include <cstddef>
#include <optional>

namespace pdh_shim::dialogs {

/// Number of rows for the lists of a picker.
[[nodiscard]] int list_rows(Size window);

struct ListItem {
    Picker::ListId list = Picker::ListId::objects;
    std::size_t item = 0;
};
/// The item of a list that draw() shows in a cell.
[[nodiscard]] std::optional<ListItem> item_at(const Picker& picker, Size window, ScreenPosition cell);

/// Draws a dialog for counters in a window of any size.
void draw(Terminal& terminal, Picker& picker);

/// Number of rows for the list of a dialog for data sources.
[[nodiscard]] int source_rows(Size window);

/// Draws a dialog for data sources in a window of any size.
void draw(Terminal& terminal, const SourcePicker& picker);

} // namespace pdh_shim::dialogs
