// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// libpdhui: the dialogs' terminal. A separate library, so that programs without dialogs need no curses.
#include "dialogs/curses/curses_terminal.h"

#include <exception>

extern "C" __attribute__((visibility("default"))) pdh_shim::dialogs::Terminal* pdh_shim_open_terminal_2(
    const char** reason) {
    try {
        return pdh_shim::dialogs::CursesTerminal::open(reason).release();
    } catch (const std::exception&) {
        *reason = "there is not enough memory";
        return nullptr;
    }
}
