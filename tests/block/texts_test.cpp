// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/texts.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace pdh_shim::block;

namespace {

std::u16string ansi(std::string_view text) {
    return ansi_text(std::as_bytes(std::span(text)));
}

std::u16string utf16(std::string_view text, std::endian order = std::endian::little) {
    return utf16_text(std::as_bytes(std::span(text)), order);
}

} // namespace

TEST_CASE("UTF-16 text ends at a NUL or at the end of its bytes, in either byte order") {
    using namespace std::string_view_literals;
    CHECK(utf16("a\0b\0\0\0c\0"sv) == u"ab");
    CHECK(utf16("a\0b\0c"sv) == u"ab");
    CHECK(utf16(""sv).empty());
    CHECK(utf16("\x20\xAC\0a"sv, std::endian::big) == u"\u20ACa");
    CHECK(utf16("\x3D\xD8"sv) == std::u16string(1, char16_t{0xD83D})); // half a pair stays
}

TEST_CASE("text of a code page is UTF-8, or else Windows-1252") {
    CHECK(ansi("") == u"");
    CHECK(ansi(std::string_view("ab\0c", 4)) == u"ab");
    CHECK(ansi("\xC3\xA9\xE2\x82\xAC") == u"\u00E9\u20AC");
    CHECK(ansi("\xE9\x80\xFF\x9F a") == u"\u00E9\u20AC\u00FF\u0178 a");
    CHECK(ansi("\x81\x8D\x8F\x90\x9D") == u"\u0081\u008D\u008F\u0090\u009D");
}

TEST_CASE("code pages of UTF-16") {
    CHECK(is_utf16(0));
    CHECK(is_utf16(1200));
    CHECK_FALSE(is_utf16(1252));
    CHECK_FALSE(is_utf16(65001));
}
