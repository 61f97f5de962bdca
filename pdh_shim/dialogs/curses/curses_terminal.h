// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/named_file.h"
#include "dialogs/curses/locale_scope.h"
#include "dialogs/terminal.h"

#include <cstdio>
#include <memory>

// The types of <curses.h>, whose macros are best kept out of headers.
struct screen;

namespace pdh_shim::dialogs {

/// The controlling terminal of this process, by the curses library. It is used directly, wherever
/// standard input and output lead.
class CursesTerminal : public Terminal {
  public:
    /// @return null if there is no terminal that can show a dialog; `reason` says why
    [[nodiscard]] static std::unique_ptr<CursesTerminal> open(const char** reason);
    ~CursesTerminal() override;

    [[nodiscard]] Size size() override;
    void clear() override;
    int put(int row, int column, int width, std::u16string_view text, Style style) override;
    void show(int cursor_row, int cursor_column) override;
    [[nodiscard]] Key read_key() override;
    [[nodiscard]] ScreenPosition pointer() const override { return pointer_; }
    void suspend() override;

  private:
    CursesTerminal(FileStream input, FileStream output);
    [[nodiscard]] static FileStream open_tty(int flags, const char* mode);

    [[nodiscard]] bool start();
    static void prepare();
    void follow_window_size();
    [[nodiscard]] bool has_other_size();
    [[nodiscard]] bool wait_for_input();
    [[nodiscard]] Key mouse_key();

    TerminalLocale locale_;
    FileStream input_;
    FileStream output_;
    screen* screen_ = nullptr;
    screen* screen_before_ = nullptr; // of a program that uses curses itself
    bool is_suspended_ = false;
    ScreenPosition pointer_;
    int empty_reads_ = 0; // in a row, although poll() reported input
};

} // namespace pdh_shim::dialogs
