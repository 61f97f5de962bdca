// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The console: a terminal, which takes its orders as escape sequences of ECMA-48 among its text.
#include "sync/handle.h"
#include "system/system.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace pdh_shim::compat {
namespace {

constexpr WORD first_attributes = FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE;

std::atomic<WORD> attributes = first_attributes;
// Of the same size, and aligned: Clang would ask libatomic for a COORD, which programs do not link.
static_assert(sizeof(COORD) == sizeof(DWORD));
std::atomic<DWORD> cursor = 0;

/// The stream of a handle, if it is a terminal; else nullptr, and ERROR_INVALID_HANDLE.
FILE* terminal_of(HANDLE handle) {
    FILE* const stream = stream_of(handle);
    if (stream != nullptr && isatty(fileno(stream)) == 0) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    return stream;
}

bool is_output(FILE* stream) {
    return stream == stdout || stream == stderr;
}

/// Flushes the stream, so that its text keeps its order with the escape sequence.
BOOL order(FILE* stream, std::string_view sequence) {
    const bool written = std::fwrite(sequence.data(), 1, sequence.size(), stream) == sequence.size();
    return result(written && std::fflush(stream) == 0, ERROR_WRITE_FAULT);
}

/// Windows' bits for blue, green and red, as the terminal numbers its colours.
int colour(WORD bits) {
    return ((bits & FOREGROUND_RED) != 0 ? 1 : 0) | ((bits & FOREGROUND_GREEN) != 0 ? 2 : 0) |
           ((bits & FOREGROUND_BLUE) != 0 ? 4 : 0);
}

std::string colour_sequence(WORD wanted) {
    std::string sequence = "\x1b[0";
    if (((wanted ^ first_attributes) & 0xFF) != 0) { // else the terminal's own colours
        const WORD background = static_cast<WORD>(wanted >> 4U);
        sequence += ';' + std::to_string(((wanted & FOREGROUND_INTENSITY) != 0 ? 90 : 30) + colour(wanted));
        if ((background & 0xF) != 0) {
            sequence += ';' + std::to_string(
                                  ((background & FOREGROUND_INTENSITY) != 0 ? 100 : 40) + colour(background));
        }
    }
    sequence += (wanted & COMMON_LVB_REVERSE_VIDEO) != 0 ? ";7" : "";
    sequence += (wanted & COMMON_LVB_UNDERSCORE) != 0 ? ";4" : "";
    return sequence + 'm';
}

struct InputMode {
    DWORD mode;
    tcflag_t flag;
};

constexpr InputMode input_modes[] = {
    {ENABLE_PROCESSED_INPUT, ISIG},
    {ENABLE_LINE_INPUT, ICANON},
    {ENABLE_ECHO_INPUT, ECHO},
};
constexpr DWORD output_modes =
    ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING;

} // namespace

BOOL set_console_title(std::string title) {
    FILE* const terminal = terminal_of(GetStdHandle(STD_OUTPUT_HANDLE));
    if (terminal == nullptr) {
        return FALSE;
    }
    std::erase_if(title, [](unsigned char byte) { return byte < ' '; }); // which would end the order
    return order(terminal, "\x1b]0;" + title + '\a');
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI SetConsoleTextAttribute(HANDLE hConsoleOutput, WORD wAttributes) {
    FILE* const terminal = compat::terminal_of(hConsoleOutput);
    if (terminal == nullptr) {
        return FALSE;
    }
    compat::attributes = wAttributes;
    return compat::order(terminal, compat::colour_sequence(wAttributes));
}

BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE hConsoleOutput, PCONSOLE_SCREEN_BUFFER_INFO info) {
    FILE* const terminal = compat::terminal_of(hConsoleOutput);
    if (terminal == nullptr) {
        return FALSE;
    }
    winsize size = {};
    if (!compat::is_output(terminal) || ioctl(fileno(terminal), TIOCGWINSZ, &size) != 0) {
        return compat::result(false, ERROR_INVALID_HANDLE);
    }
    const auto columns = static_cast<SHORT>(size.ws_col == 0 ? 80 : size.ws_col);
    const auto rows = static_cast<SHORT>(size.ws_row == 0 ? 25 : size.ws_row);
    *info = {.dwSize = {columns, rows},
        .dwCursorPosition = std::bit_cast<COORD>(compat::cursor.load()),
        .wAttributes = compat::attributes,
        .srWindow = {0, 0, static_cast<SHORT>(columns - 1), static_cast<SHORT>(rows - 1)},
        .dwMaximumWindowSize = {columns, rows}};
    return TRUE;
}

BOOL WINAPI SetConsoleCursorPosition(HANDLE hConsoleOutput, COORD dwCursorPosition) {
    FILE* const terminal = compat::terminal_of(hConsoleOutput);
    if (terminal == nullptr) {
        return FALSE;
    }
    if (dwCursorPosition.X < 0 || dwCursorPosition.Y < 0) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    compat::cursor = std::bit_cast<DWORD>(dwCursorPosition);
    return compat::order(terminal, "\x1b[" + std::to_string(dwCursorPosition.Y + 1) + ';' +
                                       std::to_string(dwCursorPosition.X + 1) + 'H');
}

BOOL WINAPI FlushConsoleInputBuffer(HANDLE hConsoleInput) {
    FILE* const terminal = compat::terminal_of(hConsoleInput);
    if (terminal == nullptr) {
        return FALSE;
    }
    return compat::result(
        !compat::is_output(terminal) && tcflush(fileno(terminal), TCIFLUSH) == 0, ERROR_INVALID_HANDLE);
}

BOOL WINAPI GetConsoleMode(HANDLE hConsole, LPDWORD lpMode) {
    FILE* const terminal = compat::terminal_of(hConsole);
    if (terminal == nullptr) {
        return FALSE;
    }
    if (compat::is_output(terminal)) {
        *lpMode = compat::output_modes;
        return TRUE;
    }
    termios settings = {};
    tcgetattr(fileno(terminal), &settings);
    *lpMode = 0;
    for (const compat::InputMode& input : compat::input_modes) {
        *lpMode |= (settings.c_lflag & input.flag) != 0 ? input.mode : 0;
    }
    return TRUE;
}

BOOL WINAPI SetConsoleMode(HANDLE hConsole, DWORD dwMode) {
    FILE* const terminal = compat::terminal_of(hConsole);
    if (terminal == nullptr) {
        return FALSE;
    }
    if (compat::is_output(terminal)) {
        return compat::result((dwMode & ~compat::output_modes) == 0, ERROR_INVALID_PARAMETER);
    }
    termios settings = {};
    tcgetattr(fileno(terminal), &settings);
    for (const compat::InputMode& input : compat::input_modes) {
        settings.c_lflag =
            (dwMode & input.mode) != 0 ? settings.c_lflag | input.flag : settings.c_lflag & ~input.flag;
    }
    return compat::result(tcsetattr(fileno(terminal), TCSANOW, &settings) == 0, ERROR_INVALID_PARAMETER);
}
