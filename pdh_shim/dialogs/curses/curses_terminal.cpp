// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// libpdhui: the dialogs' terminal. A separate library, so that programs without dialogs need no curses.

#include "dialogs/curses/curses_terminal.h"

#include "dialogs/curses/curses_text.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

#define _XOPEN_SOURCE_EXTENDED 1 // NOLINT: asks <curses.h> for wide characters
#define NCURSES_NOMACROS         // NOLINT: clear() and move() are names of ours
#include <curses.h>

namespace pdh_shim::dialogs {
namespace {

constexpr int escape_delay = 25;      // milliseconds that the parts of a key's sequence may be apart
constexpr int byte_delay = 20;        // ... and the bytes of a character
constexpr int size_check_delay = 150; // after which a new size of the window is noticed
constexpr int most_empty_reads = 20;
// The wheel. Curses with 32 bits for all events have no fifth button, and do not tell that it was turned
// down.
#ifdef BUTTON5_PRESSED
constexpr mmask_t turned_down = BUTTON5_PRESSED;
#else
constexpr mmask_t turned_down = 0;
#endif

enum Pair : short { default_pair, title_pair, marked_pair, note_pair };

std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
}

// Why this terminal cannot show a dialog; null if it can.
const char* objection(int terminal) {
    const std::string_view type = environment("TERM");
    if (type.empty() || type == "dumb" || type == "unknown") {
        return "TERM names no terminal that can show one";
    }
    if (terminal < 0) {
        return "the process has no terminal";
    }
    if (isatty(STDIN_FILENO) == 0 && isatty(STDOUT_FILENO) == 0) {
        return "neither standard input nor standard output is a terminal";
    }
    if (tcgetpgrp(terminal) != getpgrp()) {
        return "the process runs in the background";
    }
    return nullptr;
}

bool can_place_the_cursor() {
    const char* const capability = tigetstr("cup");
    return capability != nullptr && capability != reinterpret_cast<const char*>(-1);
}

attr_t attributes_of(Style style) {
    switch (style) {
    case Style::plain:
        return A_NORMAL;
    case Style::faint:
        return A_DIM;
    case Style::strong:
    case Style::chosen:
        return A_BOLD;
    case Style::title:
        return A_BOLD | A_REVERSE;
    case Style::heading:
        return A_BOLD;
    case Style::here:
        return A_BOLD | A_UNDERLINE;
    case Style::cursor:
        return A_REVERSE;
    case Style::marked:
        return A_BOLD;
    case Style::marked_cursor:
        return A_BOLD | A_REVERSE;
    case Style::note:
        return A_BOLD;
    }
    return A_NORMAL;
}

Pair pair_of(Style style) {
    switch (style) {
    case Style::heading:
    case Style::here:
    case Style::title:
        return title_pair;
    case Style::marked:
    case Style::marked_cursor:
        return marked_pair;
    case Style::note:
        return note_pair;
    default:
        return default_pair;
    }
}

struct KeyName {
    wint_t code;
    Key key;
};

Key find_key(const KeyName* begin, const KeyName* end, wint_t code, Key otherwise) {
    const KeyName* const found =
        std::find_if(begin, end, [code](const KeyName& name) { return name.code == code; });
    return found == end ? otherwise : found->key;
}

Key function_key(wint_t code) {
    constexpr std::array names{
        KeyName{KEY_ENTER, Key::enter},
        KeyName{KEY_BTAB, Key::back_tab},
        KeyName{KEY_BACKSPACE, Key::backspace},
        KeyName{KEY_UP, Key::up},
        KeyName{KEY_DOWN, Key::down},
        KeyName{KEY_LEFT, Key::left},
        KeyName{KEY_RIGHT, Key::right},
        KeyName{KEY_PPAGE, Key::page_up},
        KeyName{KEY_NPAGE, Key::page_down},
        KeyName{KEY_HOME, Key::home},
        KeyName{KEY_END, Key::end},
        KeyName{KEY_F(1), Key::f1},
        KeyName{KEY_F(2), Key::f2},
        KeyName{KEY_F(3), Key::f3},
        KeyName{KEY_F(5), Key::f5},
        KeyName{KEY_RESIZE, Key::resized},
    };
    return find_key(names.data(), names.data() + names.size(), code, Key::other);
}

constexpr wint_t control(char letter) {
    return static_cast<wint_t>(letter) & 0x1FU;
}

Key typed_key(wint_t typed) {
    constexpr std::array names{
        KeyName{control('m'), Key::enter},
        KeyName{control('j'), Key::enter},
        KeyName{control('['), Key::escape},
        KeyName{control('i'), Key::tab},
        KeyName{control('h'), Key::backspace},
        KeyName{0x7F, Key::backspace},
        KeyName{control('a'), Key::mark_all},
        KeyName{control('u'), Key::clear_line},
        KeyName{control('c'), Key::cancel},
    };
    const Key otherwise = typed < U' ' ? Key::other : character(typed);
    return find_key(names.data(), names.data() + names.size(), typed, otherwise);
}

} // namespace

CursesTerminal::CursesTerminal(FileStream input, FileStream output)
    : input_(std::move(input)), output_(std::move(output)) {}

// The numbers of the standard streams are the program's, though it may have closed them.
FileStream CursesTerminal::open_tty(int flags, const char* mode) {
    const int lowest = ::open("/dev/tty", flags | O_CLOEXEC);
    const int number = fcntl(lowest, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(lowest);
    FileStream file(number < 0 ? nullptr : fdopen(number, mode));
    if (file == nullptr) {
        close(number);
    }
    return file;
}

std::unique_ptr<CursesTerminal> CursesTerminal::open(const char** reason) {
    FileStream input = open_tty(O_RDONLY, "r");
    FileStream output = open_tty(O_WRONLY, "w");
    *reason = objection(input && output ? fileno(output.get()) : -1);
    if (*reason != nullptr) {
        return nullptr;
    }
    std::unique_ptr<CursesTerminal> terminal(new CursesTerminal(std::move(input), std::move(output)));
    if (!terminal->start()) {
        *reason = "the terminal's type, TERM, is not known, or it cannot place a cursor";
        return nullptr;
    }
    return terminal;
}

bool CursesTerminal::start() {
    const TerminalLocale::LocaleScope scope(locale_);
    screen_before_ = set_term(nullptr);
    {
        const SignalGuard guard;
        screen_ = newterm(nullptr, output_.get(), input_.get());
    }
    if (screen_ == nullptr || !can_place_the_cursor()) {
        return false;
    }
    prepare();
    follow_window_size();
    return true;
}

void CursesTerminal::prepare() {
    raw(); // Ctrl+C is a key: the library has no signal handler that would restore the terminal
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(escape_delay);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | turned_down, nullptr);
    mouseinterval(0); // a press counts at once
    wtimeout(stdscr, byte_delay);
    if (has_colors() && environment("NO_COLOR").empty()) {
        start_color();
        use_default_colors();
        init_pair(title_pair, COLOR_CYAN, -1);
        init_pair(marked_pair, COLOR_GREEN, -1);
        init_pair(note_pair, COLOR_YELLOW, -1);
    }
}

CursesTerminal::~CursesTerminal() {
    const TerminalLocale::LocaleScope scope(locale_);
    if (screen_ != nullptr) {
        endwin();
        delscreen(screen_);
    }
    set_term(screen_before_);
}

Size CursesTerminal::size() {
    return {getmaxy(stdscr), getmaxx(stdscr)};
}

bool CursesTerminal::has_other_size() {
    winsize window{};
    return ioctl(fileno(output_.get()), TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0 &&
           (window.ws_row != getmaxy(stdscr) || window.ws_col != getmaxx(stdscr));
}

void CursesTerminal::follow_window_size() {
    winsize window{};
    if (has_other_size() && ioctl(fileno(output_.get()), TIOCGWINSZ, &window) == 0) {
        resizeterm(window.ws_row, window.ws_col);
    }
}

void CursesTerminal::clear() {
    werase(stdscr);
}

int CursesTerminal::put(int row, int column, int width, std::u16string_view text, Style style) {
    const TerminalLocale::LocaleScope scope(locale_);
    const Size window = size();
    const int room = std::min(width, window.columns - column);
    if (row < 0 || row >= window.rows || column < 0 || room <= 0) {
        return 0;
    }
    const ShownText shown = shown_text(text, room);
    const std::wstring blanks(static_cast<std::size_t>(room - shown.cells), L' ');
    wattr_set(stdscr, attributes_of(style), pair_of(style), nullptr);
    wmove(stdscr, row, column);
    waddwstr(stdscr, shown.text.c_str());
    waddwstr(stdscr, blanks.c_str());
    return shown.cells;
}

void CursesTerminal::show(int cursor_row, int cursor_column) {
    const TerminalLocale::LocaleScope scope(locale_);
    if (is_suspended_) {
        follow_window_size();
        clearok(curscr, TRUE);
        is_suspended_ = false;
    }
    const Size window = size();
    curs_set(cursor_row < 0 ? 0 : 1);
    wmove(
        stdscr, std::clamp(cursor_row, 0, window.rows - 1), std::clamp(cursor_column, 0, window.columns - 1));
    wrefresh(stdscr);
}

void CursesTerminal::suspend() {
    const TerminalLocale::LocaleScope scope(locale_);
    endwin();
    is_suspended_ = true;
}

// False if no more input can follow.
bool CursesTerminal::wait_for_input() {
    pollfd input{fileno(input_.get()), POLLIN, 0};
    if (poll(&input, 1, size_check_delay) <= 0) {
        return true; // time has passed, or a signal has come
    }
    // A terminal is also gone if poll() reports input but reads are empty.
    return (input.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0 && ++empty_reads_ < most_empty_reads;
}

Key CursesTerminal::mouse_key() {
    MEVENT event{};
    if (getmouse(&event) != OK) {
        return Key::other;
    }
    pointer_ = {event.y, event.x};
    return (event.bstate & BUTTON1_PRESSED) != 0   ? Key::click
           : (event.bstate & BUTTON4_PRESSED) != 0 ? Key::wheel_up
           : (event.bstate & turned_down) != 0     ? Key::wheel_down
                                                   : Key::other;
}

Key CursesTerminal::read_key() {
    const TerminalLocale::LocaleScope scope(locale_);
    for (;;) {
        if (has_other_size()) {
            follow_window_size();
            return Key::resized;
        }
        wint_t typed = 0;
        const int kind = wget_wch(stdscr, &typed);
        if (kind != ERR) {
            empty_reads_ = 0;
            if (kind == KEY_CODE_YES) {
                return typed == KEY_MOUSE ? mouse_key() : function_key(typed);
            }
            return typed_key(typed);
        }
        if (!wait_for_input()) {
            return Key::closed;
        }
    }
}

} // namespace pdh_shim::dialogs

extern "C" __attribute__((visibility("default"))) pdh_shim::dialogs::Terminal* pdh_shim_open_terminal_2(
    const char** reason) {
    try {
        return pdh_shim::dialogs::CursesTerminal::open(reason).release();
    } catch (const std::exception&) {
        *reason = "there is not enough memory";
        return nullptr;
    }
}
