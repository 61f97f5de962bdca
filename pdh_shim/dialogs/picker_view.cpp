// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/picker_view.h"

#include "base/text.h"

#include <algorithm>
#include <array>

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

namespace {

using ListId = Picker::ListId;

// Rows from the top: caption, typed line, the lists; from the bottom: keys, the paths to add, the
// explanation, each with what fits.
struct Layout {
    explicit Layout(Size window)
        : window(window), explanation_rows(window.rows >= 16 ? 4 : 0), preview_rows(window.rows >= 9 ? 1 : 0),
          hint_rows(window.rows >= 4 ? 1 : 0), has_rules(window.rows >= 12) {}

    [[nodiscard]] int lists_row() const { return has_rules ? 3 : 2; }
    [[nodiscard]] int below() const {
        return explanation_rows + preview_rows + hint_rows + (has_rules ? 1 : 0);
    }
    [[nodiscard]] int lists_rows() const { return std::max(window.rows - lists_row() - below(), 1); }

    [[nodiscard]] Area lists() const { return {lists_row(), 0, lists_rows(), window.columns}; }

    Size window;
    int explanation_rows;
    int preview_rows;
    int hint_rows;
    bool has_rules;
};

constexpr int narrow = 60; // with fewer columns only one list is shown

std::u16string_view title_of(ListId list) {
    switch (list) {
    case ListId::objects:
        return u"Objects";
    case ListId::counters:
        return u"Counters";
    case ListId::instances:
        break;
    }
    return u"Instances";
}

// The state at the right end of the first line.
std::u16string state_of(const Picker& picker) {
    std::u16string text;
    if (picker.added_count() != 0) {
        text += u"added ";
        append_decimal(text, picker.added_count());
        text += u"  ";
    }
    return text + u"\\\\" + picker.computer() + u"  " + picker.detail_name();
}

void draw_caption(Terminal& terminal, const Picker& picker, int width) {
    const std::u16string state = state_of(picker);
    const int begin = std::max(width - static_cast<int>(state.size()) - 1, 0);
    const std::u16string caption = u" " + picker.caption();
    terminal.put(0, 0, width, caption, Style::title);
    if (begin > static_cast<int>(caption.size())) {
        terminal.put(0, begin, width - begin, state, Style::title);
    }
}

void draw_one_list(Terminal& terminal, const Picker& picker, ListId which, const Area& area) {
    draw_list(terminal, picker.list(which), area,
        {title_of(which), which == picker.focus(), picker.allows_marks(which)});
}

struct ListArea {
    ListId list = ListId::objects;
    Area area;
};

// The lists that are shown, from the left, with a column between two of them.
std::vector<ListArea> areas_of(const Picker& picker, const Area& area) {
    std::vector<ListId> shown;
    for (const ListId which : {ListId::objects, ListId::counters, ListId::instances}) {
        const bool fits = area.columns >= narrow || which == picker.focus();
        if (fits && picker.has(which)) {
            shown.push_back(which);
        }
    }
    const int columns = area.columns / static_cast<int>(shown.size());
    int column = area.column;
    std::vector<ListArea> areas;
    for (const ListId which : shown) {
        const int width = which == shown.back() ? area.column + area.columns - column : columns - 1;
        areas.push_back({which, {area.row, column, area.rows, width}});
        column += columns;
    }
    return areas;
}

void draw_lists(Terminal& terminal, const Picker& picker, const Area& area) {
    for (const auto& [which, place] : areas_of(picker, area)) {
        draw_one_list(terminal, picker, which, place);
        const int end = place.column + place.columns;
        for (int row = 0; row < place.rows && end < area.column + area.columns; ++row) {
            terminal.put(place.row + row, end, 1, u"\u2502", Style::faint);
        }
    }
}

std::vector<KeyHint> hints_of(const Picker& picker) {
    if (picker.typed_computer()) {
        return {{u"Enter", u"go to this computer"}, {u"Esc", u"back"}};
    }
    const PickerOptions& options = picker.options();
    const ListId focus = picker.focus();
    const bool is_last = focus == ListId::instances || options.objects_only ||
                         (focus == ListId::counters && !picker.has(ListId::instances));
    const std::u16string_view take = options.single_per_dialog ? u"OK" : u"add";
    std::vector<KeyHint> hints{{u"Enter", is_last ? take : u"next"},
        {u"Esc", options.single_per_dialog ? u"cancel" : u"close"}, {u"F1", u"help"}};
    if (picker.allows_marks(focus)) {
        hints.push_back({u"Space", u"mark"});
    }
    hints.push_back({u"Left Right", u"lists"});
    if (!options.hide_detail) {
        hints.push_back({u"F2", u"detail"});
    }
    if (picker.allows_other_computers()) {
        hints.push_back({u"F3", u"computer"});
    }
    return hints;
}

// The typed line. @return the position of its cursor, for show()
int draw_typed_line(Terminal& terminal, const Picker& picker, int width) {
    if (picker.typed_computer()) {
        return draw_line(terminal, 1, width, u"Computer:", *picker.typed_computer());
    }
    const std::u16string& search = picker.list(picker.focus()).search();
    const int column = draw_line(terminal, 1, width, u"Search:", search);
    if (search.empty()) {
        constexpr std::u16string_view hint = u"(type a part of a name; * is any text)";
        terminal.put(1, column + 1, width - column - 1, hint, Style::faint);
    }
    return column;
}

void draw_explanation(Terminal& terminal, const Picker& picker, const Area& area) {
    const std::u16string text = picker.explanation();
    const bool is_missing = text.empty();
    const std::u16string_view instead = picker.subject().empty() ? u"Nothing is found." : u"(no explanation)";
    draw_text(terminal, area, is_missing ? instead : text, is_missing ? Style::faint : Style::plain);
}

void draw_below(Terminal& terminal, Picker& picker, const Layout& layout) {
    const int width = layout.window.columns;
    int row = layout.lists_row() + layout.lists_rows();
    if (layout.has_rules) {
        draw_rule(terminal, row++, width);
    }
    if (layout.explanation_rows > 0) {
        draw_explanation(terminal, picker, {row, 1, layout.explanation_rows - 1, width - 2});
        row += layout.explanation_rows;
    }
    if (layout.preview_rows > 0) {
        const bool has_note = !picker.note().empty();
        terminal.put(row++, 1, width - 2, has_note ? picker.note() : picker.preview(),
            has_note ? Style::note : Style::heading);
    }
    if (layout.hint_rows > 0) {
        draw_hints(terminal, row, width, hints_of(picker));
    }
}

void draw_help(Terminal& terminal, const Picker& picker, Size window) {
    constexpr std::array lines{
        KeyHint{u"letters", u"find names by words in any order; * in a word is any text"},
        KeyHint{u"", u"an object is found by its counters and instances too"},
        KeyHint{u"Enter", u"next list; in the last one, take what is marked"},
        KeyHint{u"Esc", u"clear the search, then close the dialog"},
        KeyHint{u"Left Right Tab", u"go to another list"},
        KeyHint{u"Space", u"while typing, next word; else mark"},
        KeyHint{u"Ctrl+A", u"mark all found"},
        KeyHint{u"F2", u"more or fewer counters (detail level)"},
        KeyHint{u"F3", u"another computer"},
        KeyHint{u"F5", u"look for new instances"},
        KeyHint{u"mouse", u"select an item; click it again: as Enter; wheel: scroll"},
        KeyHint{u"Ctrl+C", u"close the dialog"},
    };
    constexpr int key_width = 16;
    const int explained = std::max(window.rows - static_cast<int>(lines.size()) - 5, 1);
    terminal.put(2, 1, window.columns - 2, picker.subject(), Style::heading);
    draw_explanation(terminal, picker, {3, 1, explained, window.columns - 2});
    int row = std::max(window.rows - static_cast<int>(lines.size()) - 1, 4);
    for (const KeyHint& line : lines) {
        terminal.put(row, 1, key_width, line.key, Style::strong);
        terminal.put(row++, 1 + key_width, window.columns - key_width - 1, line.meaning, Style::plain);
    }
}

} // namespace

int list_rows(Size window) {
    return std::max(Layout(window).lists_rows() - 1, 1);
}

std::optional<ListItem> item_at(const Picker& picker, Size window, ScreenPosition cell) {
    const Layout layout(window);
    for (const auto& [which, place] : areas_of(picker, layout.lists())) {
        const ChoiceList& list = picker.list(which);
        const int line = cell.row - place.row - 1; // below the heading
        const bool is_in = line >= 0 && line < place.rows - 1 && cell.column >= place.column &&
                           cell.column < place.column + place.columns;
        const std::size_t row =
            first_shown(list, place.rows - 1) + static_cast<std::size_t>(std::max(line, 0));
        if (is_in && row < list.rows().size()) {
            return ListItem{which, list.rows()[row]};
        }
    }
    return std::nullopt;
}

void draw(Terminal& terminal, Picker& picker) {
    const Layout layout(terminal.size());
    const int width = layout.window.columns;
    terminal.clear();
    draw_caption(terminal, picker, width);
    if (picker.shows_help()) {
        draw_help(terminal, picker, layout.window);
        terminal.show(-1, 0);
        return;
    }
    const int cursor = draw_typed_line(terminal, picker, width);
    if (layout.has_rules) {
        draw_rule(terminal, 2, width);
    }
    draw_lists(terminal, picker, layout.lists());
    draw_below(terminal, picker, layout);
    terminal.show(1, cursor);
}

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
