// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <string_view>

namespace pdh_shim::dialogs {

/// A key. Values below `first_special` are the typed character.
enum class Key : std::uint32_t {
    space = 0x20,
    first_special = 0x110000,
    enter,
    escape,
    tab,
    back_tab,
    backspace,
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    home,
    end,
    f1,
    f2,
    f3,
    f5,
    mark_all,   ///< Ctrl+A
    clear_line, ///< Ctrl+U
    cancel,     ///< Ctrl+C
    click,      ///< of the mouse, at Terminal::pointer()
    wheel_up,
    wheel_down,
    resized, ///< the window has another size
    closed,  ///< the terminal is gone; no more keys follow
    other,   ///< a key without a meaning here
};

[[nodiscard]] constexpr Key character(char32_t typed) noexcept {
    return static_cast<Key>(typed);
}
[[nodiscard]] constexpr bool is_character(Key key) noexcept {
    return key < Key::first_special;
}

/// The appearance of a text.
enum class Style : std::uint8_t {
    plain,
    faint,         ///< key hints, lines
    strong,        ///< the keys among the hints
    title,         ///< the caption
    heading,       ///< of a list
    here,          ///< heading of the list with the focus
    cursor,        ///< the current row of the list with the focus
    chosen,        ///< the current row of another list
    marked,        ///< a marked row
    marked_cursor, ///< a marked current row of the list with the focus
    note,          ///< a message for the user
};

struct Size {
    int rows = 0;
    int columns = 0;
};

struct ScreenPosition {
    int row = 0;
    int column = 0;
};

/// The terminal of this process while it shows a dialog. The destructor restores the terminal as it
/// was. This class is the whole interface of this library and libpdhui; another layout needs another
/// `terminal_entry`.
class Terminal : boost::noncopyable {
  public:
    virtual ~Terminal() = default;

    [[nodiscard]] virtual Size size() = 0;

    /// Removes all texts.
    virtual void clear() = 0;

    /// Writes a text, cut or padded with blanks to `width` cells. Parts outside the window are left out;
    /// characters that the terminal cannot show, such as control characters, appear as `?`.
    /// @return the number of cells of the text itself
    virtual int put(int row, int column, int width, std::u16string_view text, Style style) = 0;

    /// Shows all texts since clear(), with the text cursor in a cell; a row of -1 hides the cursor.
    virtual void show(int cursor_row, int cursor_column) = 0;

    /// Waits for a key.
    [[nodiscard]] virtual Key read_key() = 0;

    /// Where the mouse was at the last click.
    [[nodiscard]] virtual ScreenPosition pointer() const = 0;

    /// Restores the program's screen until the next show().
    virtual void suspend() = 0;
};

/// The exported function of libpdhui, of type OpenTerminal.
inline constexpr const char* terminal_entry = "pdh_shim_open_terminal_2";
/// Opens the terminal of this process; the caller deletes it. NULL if there is no suitable terminal;
/// `reason` says why, in English.
using OpenTerminal = Terminal* (*)(const char** reason);

} // namespace pdh_shim::dialogs
