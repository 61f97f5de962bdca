// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/lodctr/ini_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

namespace names = pdh_shim::names;

TEST_CASE("an INI file that was read and written reads the same again") {
    const std::string text =
        "[info]\ndrivername=D\nsymbolfile=s.h\n"
        "[languages]\n009=English\n0c04=\n"
        "[objects]\nOBJECT_009_NAME=\n"
        "[text]\nOBJECT_009_NAME=\"  spaces around  \"\nOBJECT_009_HELP=\"\"quoted\"\"\n"
        "OTHER_009_NAME='\"'\nOTHER_009_HELP=\"a space at the end \"\nOTHER_0c04_NAME=\xE5\x90\x8D\n"
        "[performance]\nLibrary=/a b/c.so\nFirst Counter=0x10\n";
    const auto read = names::read_lodctr_ini(text);
    REQUIRE(read);
    const std::string written = lodctr::write_ini(read.value());
    const auto again = names::read_lodctr_ini(written);
    REQUIRE(again);
    CHECK(lodctr::write_ini(again.value()) == written);
    const names::LodctrLanguage* const english = again.value().find_language(names::english_language);
    REQUIRE(english != nullptr);
    CHECK(english->find(u"OBJECT")->name == u"  spaces around  ");
    CHECK(english->find(u"OBJECT")->help == u"\"quoted\"");
    CHECK(english->find(u"OTHER")->name == u"\"");
    CHECK(english->find(u"OTHER")->help == u"a space at the end ");
    REQUIRE(again.value().find_language(0xC04) != nullptr);
    CHECK(again.value().find_language(0xC04)->find(u"OTHER")->name == u"\u540D");
    CHECK(again.value().objects.size() == 1);
    CHECK(again.value().performance.text(u"library") == std::u16string_view(u"/a b/c.so"));
    CHECK(again.value().driver_name() == u"D");
}

TEST_CASE("the symbols of an INI file are written as a header that gives them their numbers") {
    auto ini = names::read_lodctr_ini("[objects]\nB_009_NAME=\n[text]\nA_009_NAME=a\nB_007_NAME=b\n");
    REQUIRE(ini);
    const auto offsets = names::read_symbol_header("#define A 2\n#define B 0x10\n#define C 4\n");
    REQUIRE(offsets);
    REQUIRE(names::resolve_symbols(ini.value(), offsets.value()));
    CHECK(lodctr::write_symbols(ini.value()) == "#define A 2\n#define B 16\n");
}
