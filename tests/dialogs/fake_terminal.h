// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/terminal.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

/// A terminal for tests: types the given keys, and stores its screen, one unit per cell.
/// After the last key it is gone.
class FakeTerminal : public Terminal {
  public:
    FakeTerminal(int rows, int columns) : size_{rows, columns} { clear(); }

    [[nodiscard]] Size size() override { return size_; }

    void clear() override {
        const auto columns = static_cast<std::size_t>(size_.columns);
        rows_.assign(static_cast<std::size_t>(size_.rows), std::u16string(columns, u' '));
        styles_.assign(rows_.size(), std::vector<Style>(columns, Style::plain));
    }

    int put(int row, int column, int width, std::u16string_view text, Style style) override {
        const int room = std::min(width, size_.columns - column);
        if (row < 0 || row >= size_.rows || column < 0 || room <= 0) {
            return 0;
        }
        const std::u16string_view shown = text.substr(0, static_cast<std::size_t>(room));
        std::u16string cells(shown);
        cells.resize(static_cast<std::size_t>(room), u' ');
        const auto begin = static_cast<std::size_t>(column);
        rows_[static_cast<std::size_t>(row)].replace(begin, cells.size(), cells);
        auto& styles = styles_[static_cast<std::size_t>(row)];
        std::fill_n(styles.begin() + column, room, style);
        return static_cast<int>(shown.size());
    }

    void show(int cursor_row, int cursor_column) override {
        cursor_row_ = cursor_row;
        cursor_column_ = cursor_column;
        is_suspended_ = false;
    }

    [[nodiscard]] Key read_key() override {
        if (keys_.empty()) {
            return Key::closed;
        }
        const Key key = keys_.front();
        keys_.pop_front();
        return key;
    }

    [[nodiscard]] ScreenPosition pointer() const override { return pointer_; }
    /// Where the clicks are from now on.
    void point(int row, int column) { pointer_ = {row, column}; }

    void suspend() override { is_suspended_ = true; }

    void type(std::initializer_list<Key> keys) { keys_.insert(keys_.end(), keys); }
    void resize(int rows, int columns) {
        size_ = {rows, columns};
        clear();
    }

    /// A row of the screen without the blanks at its end.
    [[nodiscard]] std::string row(int number) const {
        std::string text;
        for (const char16_t unit : rows_.at(static_cast<std::size_t>(number))) {
            text += unit < 0x80 ? static_cast<char>(unit) : '#';
        }
        return text.substr(0, text.find_last_not_of(' ') + 1);
    }
    /// The whole screen.
    [[nodiscard]] std::string screen() const {
        std::string text;
        for (int number = 0; number < size_.rows; ++number) {
            text += row(number) + '\n';
        }
        return text;
    }
    [[nodiscard]] bool shows(std::string_view text) const { return screen().find(text) != std::string::npos; }
    /// The style of the first cell of a text on the screen.
    [[nodiscard]] Style style_of(std::string_view text) const {
        for (int number = 0; number < size_.rows; ++number) {
            const std::size_t found = row(number).find(text);
            if (found != std::string::npos) {
                return styles_[static_cast<std::size_t>(number)][found];
            }
        }
        return Style::plain;
    }
    [[nodiscard]] int cursor_row() const { return cursor_row_; }
    [[nodiscard]] int cursor_column() const { return cursor_column_; }
    [[nodiscard]] bool is_suspended() const { return is_suspended_; }

  private:
    Size size_;
    ScreenPosition pointer_;
    std::vector<std::u16string> rows_;
    std::vector<std::vector<Style>> styles_;
    std::deque<Key> keys_;
    int cursor_row_ = -1;
    int cursor_column_ = -1;
    bool is_suspended_ = false;
};

} // namespace pdh_shim::dialogs
