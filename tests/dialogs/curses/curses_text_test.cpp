// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/curses/curses_text.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <clocale>
#include <string>

using pdh_shim::dialogs::shown_text;

namespace {

/// The terminal's text is UTF-8 while it lives.
class Utf8 : boost::noncopyable {
  public:
    Utf8() : before_(std::setlocale(LC_CTYPE, nullptr)) { std::setlocale(LC_CTYPE, "C.UTF-8"); }
    ~Utf8() { std::setlocale(LC_CTYPE, before_.c_str()); }

  private:
    std::string before_;
};

} // namespace

TEST_CASE("nothing that a terminal obeys is shown") {
    const Utf8 utf8;
    CHECK(shown_text(u"\x1B]0;x\x07 a\nb\t\x7F", 80).text == L"?]0;x? a?b??");
    CHECK(shown_text(u"\u009B"
                     u"2J\u0085",
              80)
              .text == L"?2J?");
    CHECK(shown_text(u"\u202Ex\u2066\u200F\u2028", 80).text == L"?x???");
    CHECK(shown_text(std::u16string(1, char16_t{0xD800}), 80).text == L"?");
}

TEST_CASE("a text is shown as far as there is room") {
    const Utf8 utf8;
    CHECK(shown_text(u"Gr\u00FC\u00DFe", 3).text == L"Gr\u00FC");
    CHECK(shown_text(u"\u65E5\u672C", 3).text == L"\u65E5"); // two cells each
    CHECK(shown_text(u"\u65E5\u672C", 3).cells == 2);
}
