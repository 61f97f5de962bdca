// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/source_picker_view.h"

#include "dialogs/screen.h"

#include <algorithm>
#include <string>

namespace pdh_shim::dialogs {
namespace {

constexpr int list_row = 2;
constexpr int rows_below = 2; // a note and the keys

} // namespace

int source_rows(Size window) {
    return std::max(window.rows - list_row - rows_below - 1, 1);
}

void draw(Terminal& terminal, const SourcePicker& picker) {
    const Size window = terminal.size();
    const int width = window.columns;
    terminal.clear();
    terminal.put(0, 0, width, u" Select Data Source", Style::title);
    const int cursor = draw_line(terminal, 1, width, u"File:", picker.typed());
    const std::u16string title = picker.folder();
    draw_list(terminal, picker.list(), {list_row, 0, source_rows(window) + 1, width}, {title, true, false});
    terminal.put(window.rows - 2, 1, width - 2, picker.note(), Style::note);
    draw_hints(terminal, window.rows - 1, width,
        {{u"Enter", u"choose"}, {u"Esc", u"cancel"}, {u"Left", u"folder above"},
            {u"type", u"a name, or folder/"}});
    terminal.show(1, cursor);
}

} // namespace pdh_shim::dialogs
