// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <clocale>
#include <locale.h> // NOLINT(modernize-deprecated-headers): newlocale() and its kin are POSIX'

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

} // namespace pdh_shim::dialogs
