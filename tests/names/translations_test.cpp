// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/translations.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::names;
using pdh_shim::test::require_value;

namespace {

constexpr std::uint32_t german = 0x007;

LodctrIni read_titles(std::string_view text, std::string_view header = {}) {
    LodctrIni ini = require_value(read_lodctr_ini(text));
    if (!header.empty()) {
        REQUIRE(resolve_symbols(ini, require_value(read_symbol_header(header))).has_value());
    }
    return ini;
}

Translations translations_of(const LodctrIni& ini) {
    Translations translations;
    REQUIRE(translations.add(ini).has_value());
    return translations;
}

std::string fault_of(const LodctrIni& ini) {
    Translations translations;
    const auto added = translations.add(ini);
    REQUIRE_FALSE(added.has_value());
    CHECK(added.error().status() == Status::cannot_read_name_strings);
    return added.error().message();
}

std::u16string name_of(const Translations& translations, std::uint32_t index, std::u16string_view english) {
    const Language* const language = translations.find(german);
    REQUIRE(language != nullptr);
    const Translation* const found = language->find(index, english);
    return found == nullptr ? u"(none)" : found->name;
}

constexpr std::string_view by_name = "[text]\nA_009_NAME=Processor\nA_007_NAME=Prozessor\nA_007_HELP=Hilfe\n";
constexpr std::string_view by_index = "[performance]\nFirst Counter=8000\n[text]\n"
                                      "A_009_NAME=Widget\nA_007_NAME=Dings\nB_007_NAME=Tiefe\n";
constexpr std::string_view symbols = "#define A 0\n#define B 2\n";

} // namespace

TEST_CASE("without First Counter a translation belongs to an English name, whatever its index") {
    const Translations translations = translations_of(read_titles(by_name));
    CHECK(name_of(translations, 238, u"Processor") == u"Prozessor");
    CHECK(name_of(translations, 0, u"PROCESSOR") == u"Prozessor");
    CHECK(name_of(translations, 238, u"Process") == u"(none)");
    CHECK(translations.find(german)->find(238, u"Processor")->help == u"Hilfe");
}

TEST_CASE("with First Counter a translation belongs to an index and the English name there") {
    const Translations translations = translations_of(read_titles(by_index, symbols));
    CHECK(name_of(translations, 8000, u"widget") == u"Dings");
    CHECK(name_of(translations, 8000, u"another") == u"(none)");
    CHECK(name_of(translations, 8000, u"#8000") == u"Dings"); // its English name is not known
    CHECK(name_of(translations, 8000, u"#8002") == u"(none)");
    CHECK(name_of(translations, 0, u"Widget") == u"(none)");
    CHECK(name_of(translations, 8002, u"whatever it is called") == u"Tiefe");
    CHECK(translations.find(english_language)->by_index.at(8000).english == u"Widget");
}

TEST_CASE("a language is used for its countries") {
    const Translations translations = translations_of(read_titles(by_name));
    CHECK(translations.find(0x0407) == translations.find(german));
    CHECK(translations.find(0x0807) == translations.find(german));
    CHECK(translations.find(0x00C) == nullptr);
    CHECK(Translations().find(english_language) == nullptr);
}

TEST_CASE("if two files translate the same title, the later file wins") {
    Translations translations = translations_of(read_titles(by_name));
    const auto add = [&](const LodctrIni& ini) { REQUIRE(translations.add(ini).has_value()); };
    add(read_titles("[text]\nX_009_NAME=processor\nX_007_NAME=Rechenwerk\n"));
    CHECK(name_of(translations, 238, u"Processor") == u"Rechenwerk");
    add(read_titles(by_index, symbols));
    add(read_titles(
        "[performance]\nFirst Counter=8000\n[text]\nA_009_NAME=Widget\nA_007_NAME=Teil\n", symbols));
    CHECK(name_of(translations, 8000, u"Widget") == u"Teil");
    CHECK(name_of(translations, 8002, u"") == u"Tiefe");
}

TEST_CASE("a text needs an English name, or a First Counter with a valid index") {
    CHECK(fault_of(read_titles("[text]\nA_007_NAME=a\n")) ==
          "line 2: the symbol has no English name (009), and there is no First Counter");
    CHECK(fault_of(read_titles(by_index)) == "line 4: First Counter needs a symbol file");
    CHECK(fault_of(read_titles("[performance]\nFirst Counter=many\n")) ==
          "line 2: First Counter is not a number: many");
    const auto first_counter = [](const std::string& number) {
        return read_titles("[performance]\nFirst Counter=" + number + "\n[text]\nA_009_NAME=a\n", symbols);
    };
    CHECK(fault_of(first_counter("8001")) == "line 4: the index is not an even number of 32 bits");
    CHECK(fault_of(first_counter("0")) == "line 4: the index is not an even number of 32 bits");
    CHECK(fault_of(read_titles("[performance]\nFirst Counter=0xFFFFFFFE\n[text]\nB_009_NAME=a\n", symbols)) ==
          "line 4: the index is not an even number of 32 bits");
    CHECK(fault_of(first_counter("238")) == "line 4: index 238 has another name on Windows");
}
