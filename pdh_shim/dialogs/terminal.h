#pragma once

#include <cstdint>
#include <string_view>

namespace pdh_shim::dialogs {

/// A key as the dialogs know it. Values below `first_special` are the character that was typed.
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
    resized,    ///< the window has another size
    closed,     ///< the terminal is gone; nothing will be typed any more
    other,      ///< a key that means nothing here
};

[[nodiscard]] constexpr Key character(char32_t typed) noexcept {
    return static_cast<Key>(typed);
}
[[nodiscard]] constexpr bool is_character(Key key) noexcept {
    return key < Key::first_special;
}

/// What a text looks like.
enum class Style : std::uint8_t {
    plain,
    faint,         ///< key hints, lines
    strong,        ///< the keys among the hints
    title,         ///< the caption
    heading,       ///< of a list
    here,          ///< heading of the list that the keys go to
    cursor,        ///< the row that the keys go to
    chosen,        ///< the current row of another list
    marked,        ///< a marked row
    marked_cursor, ///< a marked row that the keys go to
    note,          ///< something the user should see
};

struct Size {
    int rows = 0;
    int columns = 0;
};

/// The terminal of this process while a dialog is shown on it. Its destructor gives the terminal back as it
/// was. This class is the whole of what this library and libpdhui share; another layout gets another
/// `terminal_entry`.
class Terminal {
  public:
    Terminal() = default;
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    Terminal(Terminal&&) = delete;
    Terminal& operator=(Terminal&&) = delete;
    virtual ~Terminal() = default;

    [[nodiscard]] virtual Size size() = 0;

    /// Forgets what was put.
    virtual void clear() = 0;

    /// Puts a text, cut or filled up with blanks to `width` cells. What lies outside the window is left out;
    /// what the terminal cannot show, control characters above all, appears as `?`.
    /// @return the cells that the text itself takes
    virtual int put(int row, int column, int width, std::u16string_view text, Style style) = 0;

    /// Shows everything that was put since clear(), with the text cursor in a cell; a row of -1 hides it.
    virtual void show(int cursor_row, int cursor_column) = 0;

    /// Waits for a key.
    [[nodiscard]] virtual Key read_key() = 0;

    /// Gives the terminal back until the next show().
    virtual void suspend() = 0;
};

/// The exported function of libpdhui, of type OpenTerminal.
inline constexpr const char* terminal_entry = "pdh_shim_open_terminal_1";
/// Opens the terminal of this process; to be deleted. NULL where there is none to show a dialog on, and then
/// in `reason` why, in English.
using OpenTerminal = Terminal* (*)(const char** reason);

} // namespace pdh_shim::dialogs
