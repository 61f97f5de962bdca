// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/choice_list.h"
#include "dialogs/picker.h"
#include "dialogs/source_picker.h"
#include "dialogs/terminal.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

/// Breaks a text into lines between words. Wide characters (East Asian ones) count two cells.
[[nodiscard]] std::vector<std::u16string> wrap(std::u16string_view text, int width);

/// A part of the window.
struct Area {
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
};

/// The items of a list that are visible in `rows` rows, so that the cursor is among them.
/// @return the first row of the list that is shown
[[nodiscard]] std::size_t first_shown(const ChoiceList& list, int rows);

/// A list in its area: the heading with the number of items, below it the items.
struct ListLook {
    std::u16string_view title;
    bool is_focused = false;
    bool shows_marks = false;
};
void draw_list(Terminal& terminal, const ChoiceList& list, const Area& area, const ListLook& look);

/// A typed line: its label and its text. @return the column of the text cursor
int draw_line(Terminal& terminal, int row, int width, std::u16string_view label, std::u16string_view text);

/// Hints for keys, the most important first, as many as fit.
struct KeyHint {
    std::u16string_view key;
    std::u16string_view meaning;
};
void draw_hints(Terminal& terminal, int row, int width, const std::vector<KeyHint>& hints);

/// A paragraph, cut off at the end of the area.
void draw_text(Terminal& terminal, const Area& area, std::u16string_view text, Style style);

/// A horizontal line.
void draw_rule(Terminal& terminal, int row, int width);

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
