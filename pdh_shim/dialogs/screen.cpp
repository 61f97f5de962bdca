// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/screen.h"

#include "base/text.h"

#include <algorithm>

namespace pdh_shim::dialogs {
namespace {

int width_of(std::u16string_view text) {
    const auto wide = std::count_if(
        text.begin(), text.end(), [](char16_t unit) { return unit >= 0x1100 && unit < 0xD800; });
    return static_cast<int>(text.size()) + static_cast<int>(wide);
}

std::u16string heading(const ChoiceList& list, const ListLook& look) {
    std::u16string text(look.title);
    text += u' ';
    if (list.rows().size() != list.size()) {
        append_decimal(text, list.rows().size());
        text += u" of ";
    }
    append_decimal(text, list.size());
    return text;
}

Style row_style(bool is_cursor, bool is_focused, bool is_marked) {
    if (is_cursor && is_focused) {
        return is_marked ? Style::marked_cursor : Style::cursor;
    }
    if (is_marked) {
        return Style::marked;
    }
    return is_cursor ? Style::chosen : Style::plain;
}

} // namespace

std::vector<std::u16string> wrap(std::u16string_view text, int width) {
    std::vector<std::u16string> lines;
    std::u16string line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(u" \n"), text.size());
        const std::u16string_view word = text.substr(0, end);
        if (!line.empty() && width_of(line) + 1 + width_of(word) > width) {
            lines.push_back(line);
            line.clear();
        }
        line.append(line.empty() || word.empty() ? u"" : u" ").append(word);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!line.empty()) {
        lines.push_back(line);
    }
    return lines;
}

std::size_t first_shown(const ChoiceList& list, int rows) {
    const auto shown = static_cast<std::size_t>(std::max(rows, 1));
    if (list.rows().size() <= shown) {
        return 0;
    }
    const std::size_t half = shown / 2;
    const std::size_t first = list.cursor() > half ? list.cursor() - half : 0;
    return std::min(first, list.rows().size() - shown);
}

void draw_list(Terminal& terminal, const ChoiceList& list, const Area& area, const ListLook& look) {
    terminal.put(area.row, area.column, area.columns, u"  " + heading(list, look),
        look.is_focused ? Style::here : Style::heading);
    const std::size_t first = first_shown(list, area.rows - 1);
    const auto room = static_cast<std::size_t>(std::max(area.rows - 1, 0));
    for (std::size_t line = 0; line < room && first + line < list.rows().size(); ++line) {
        const std::size_t row = first + line;
        const std::size_t item = list.rows()[row];
        const bool is_marked = look.shows_marks && list.is_marked(item);
        const bool is_cursor = row == list.cursor();
        const std::u16string text = (is_cursor ? u">" : u" ") + std::u16string(is_marked ? u"*" : u" ");
        terminal.put(area.row + 1 + static_cast<int>(line), area.column, area.columns, text + list.name(item),
            row_style(is_cursor, look.is_focused, is_marked));
    }
}

int draw_line(Terminal& terminal, int row, int width, std::u16string_view label, std::u16string_view text) {
    const int begin = 1 + width_of(label) + 1;
    terminal.put(row, 1, width - 1, label, Style::faint);
    // The end of the text is where the user types.
    const int room = std::max(width - begin - 1, 0);
    while (width_of(text) > room) {
        text.remove_prefix(1);
    }
    return begin + terminal.put(row, begin, width - begin, text, Style::plain);
}

void draw_hints(Terminal& terminal, int row, int width, const std::vector<KeyHint>& hints) {
    int column = 1;
    for (const KeyHint& hint : hints) {
        const int needed = width_of(hint.key) + 1 + width_of(hint.meaning);
        if (column + needed > width) {
            return;
        }
        column += terminal.put(row, column, width - column, hint.key, Style::strong) + 1;
        column += terminal.put(row, column, width - column, hint.meaning, Style::faint) + 2;
    }
}

void draw_text(Terminal& terminal, const Area& area, std::u16string_view text, Style style) {
    int row = area.row;
    for (const std::u16string& line : wrap(text, area.columns)) {
        if (row == area.row + area.rows) {
            return;
        }
        terminal.put(row++, area.column, area.columns, line, style);
    }
}

void draw_rule(Terminal& terminal, int row, int width) {
    terminal.put(
        row, 0, width, std::u16string(static_cast<std::size_t>(std::max(width, 0)), u'\u2500'), Style::faint);
}

} // namespace pdh_shim::dialogs
