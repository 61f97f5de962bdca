// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/named_file.h"
#include "dialogs/terminal.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <memory>

namespace pdh_shim::dialogs {

/// The character set of the user's terminal, from the environment, while curses works: the
/// program's own locale must not change. Affects the calling thread only.
class TerminalLocale : boost::noncopyable {
  public:
    TerminalLocale() noexcept : locale_(newlocale(LC_CTYPE_MASK, "", nullptr)) {}
    ~TerminalLocale() {
        if (locale_ != nullptr) {
            freelocale(locale_);
        }
    }

    /// Sets that character set for the calling thread while it exists.
    class LocaleScope : boost::noncopyable {
      public:
        explicit LocaleScope(const TerminalLocale& locale) noexcept : before_(uselocale(locale.locale_)) {}
        ~LocaleScope() { uselocale(before_); }

      private:
        locale_t before_;
    };

  private:
    locale_t locale_; // null (the environment names an unknown locale): the program's own is used
};

/// Restores the signal handlers that curses replaces when it opens a terminal.
class SignalGuard : boost::noncopyable {
  public:
    SignalGuard() noexcept {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals[i], nullptr, &actions_[i]);
        }
    }
    ~SignalGuard() {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals[i], &actions_[i], nullptr);
        }
    }

  private:
    static constexpr std::array signals{SIGTSTP, SIGINT, SIGTERM, SIGWINCH};
    std::array<struct sigaction, signals.size()> actions_{};
};

} // namespace pdh_shim::dialogs

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
