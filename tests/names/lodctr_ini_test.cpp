// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/ini_file.h"
#include "names/lodctr_ini.h"
#include "require_value.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::names;
using pdh_shim::test::require_value;

namespace {

LodctrIni read(std::string_view bytes) {
    return require_value(read_lodctr_ini(bytes));
}

SymbolOffsets read_header(std::string_view bytes) {
    return require_value(read_symbol_header(bytes));
}

std::string fault_of(std::string_view bytes) {
    const auto ini = read_lodctr_ini(bytes);
    REQUIRE_FALSE(ini.has_value());
    CHECK(ini.error().status() == Status::cannot_read_name_strings);
    return ini.error().message();
}

/// The name of the symbol A in English.
std::u16string english_name(const LodctrIni& ini) {
    const LodctrLanguage* const english = ini.find_language(english_language);
    REQUIRE(english != nullptr);
    const LodctrText* const text = english->find(u"A");
    REQUIRE(text != nullptr);
    return text->name;
}

std::string utf16_le(std::u16string_view text) {
    std::string bytes;
    for (const char16_t unit : text) {
        bytes.push_back(static_cast<char>(unit & 0xFF));
        bytes.push_back(static_cast<char>(unit >> 8));
    }
    return bytes;
}

constexpr std::string_view widgets = R"([info]
drivername=Widgets
symbolfile=widgets.h

[languages]
009=English
007=Deutsch

[objects]
WIDGET_009_NAME=

[text]
WIDGET_009_NAME=Widget
WIDGET_009_HELP=What the widgets do.
WIDGET_007_NAME=Dings
ITEMS_RATE_009_NAME=Items/sec
ITEMS_RATE_007_NAME=Teile/s
ITEMS_RATE_007_HELP=Wie viele.

[performance]
Library=libwidgets.so
First Counter=0x2000
Open Timeout=10000
)";

} // namespace

TEST_CASE("A lodctr file gives driver, symbol file, languages, objects, texts and settings") {
    const LodctrIni ini = read(widgets);
    CHECK(ini.driver_name() == u"Widgets");
    CHECK(ini.symbol_file() == u"widgets.h");

    REQUIRE(ini.languages.size() == 2);
    CHECK(ini.languages[0].id == 0x009);
    CHECK(ini.languages[0].name == u"English");
    CHECK(ini.languages[1].id == 0x007);
    CHECK(ini.languages[1].name == u"Deutsch");

    REQUIRE(ini.objects.size() == 1);
    CHECK(ini.objects[0].symbol == u"WIDGET");

    REQUIRE(ini.languages[0].texts.size() == 2);
    CHECK(ini.languages[0].texts[0].symbol == u"WIDGET");
    CHECK(ini.languages[0].texts[0].name == u"Widget");
    CHECK(ini.languages[0].texts[0].help == u"What the widgets do.");
    CHECK(ini.languages[0].texts[0].line == 13);
    const LodctrText* const rate = ini.languages[1].find(u"items_rate");
    REQUIRE(rate != nullptr);
    CHECK(rate->name == u"Teile/s");
    CHECK(rate->help == u"Wie viele.");
    CHECK_FALSE(rate->offset.has_value());

    CHECK(ini.performance.text(u"Library") == u"libwidgets.so");
    CHECK_FALSE(ini.performance.text(u"Close").has_value());
    CHECK(ini.performance.values().size() == 3);
}

TEST_CASE("A file without sections is empty") {
    const LodctrIni ini = read("; nothing\r\ndrivername=Widgets\n[other]\nno value here\n");
    CHECK(ini.driver_name().empty());
    CHECK(ini.languages.empty());
    CHECK(ini.find_language(english_language) == nullptr);
}

TEST_CASE("Line ends, spaces, case and quotation marks do not matter") {
    const LodctrIni ini = read("  [ INFO ]\r\n\tDriverName =  \" Widgets \" \r\n; symbolfile=a\r\n"
                               "[Text]\r\na_009_name = 'x'\r\nA_009_Help=\"\r\nB_009_NAME=\"a\" and 'b'");
    CHECK(ini.driver_name() == u" Widgets ");
    CHECK(ini.symbol_file().empty());
    CHECK(english_name(ini) == u"x");
    CHECK(ini.languages[0].find(u"A")->help == u"\"");
    CHECK(ini.languages[0].find(u"B")->name == u"\"a\" and 'b'");
}

TEST_CASE("Lines of // are comments, in a section and before the first") {
    const LodctrIni ini = read("//++\n// Symbols = values\n[info]\n// the driver\ndrivername=D\n[languages]\n"
                               "\t// English only\n009=English\n[objects]\n//\nA_009_NAME=\n[text]\n"
                               "// A_009_NAME=off\nA_009_NAME=http://a // b\n");
    CHECK(ini.driver_name() == u"D");
    CHECK(ini.objects.size() == 1);
    CHECK(english_name(ini) == u"http://a // b"); // only a whole line is a comment
}

TEST_CASE("The first of duplicate keys counts") {
    const LodctrIni ini =
        read("[info]\ndrivername=a\nDRIVERNAME=b\n[languages]\n009=English\n009=Englisch\n[objects]\n"
             "A_009_NAME=\nA_007_NAME=\n[text]\nA_009_NAME=first\nA_009_NAME=second\n[info]\nsymbolfile=c\n");
    CHECK(ini.driver_name() == u"a");
    CHECK(ini.symbol_file() == u"c");
    CHECK(ini.languages[0].name == u"English");
    CHECK(ini.objects.size() == 1);
    CHECK(english_name(ini) == u"first");
}

TEST_CASE("A language that only texts mention has no name") {
    const LodctrIni ini = read("[text]\nA_009_NAME=a\nA_0816_NAME=b\n");
    REQUIRE(ini.languages.size() == 2);
    CHECK(ini.languages[1].id == 0x0816);
    CHECK(ini.languages[1].name.empty());
    CHECK(ini.languages[1].find(u"A")->name == u"b");
}

TEST_CASE("A lodctr file may be UTF-8, UTF-16 with a byte order mark, or Windows-1252") {
    const std::u16string text = u"[text]\nA_009_NAME=Gr\u00F6\u00DFe in \u20AC";
    const std::string utf8 = to_utf8(text).value();
    CHECK(english_name(read(utf8)) == u"Gr\u00F6\u00DFe in \u20AC");
    CHECK(english_name(read("\xEF\xBB\xBF" + utf8)) == u"Gr\u00F6\u00DFe in \u20AC");
    CHECK(english_name(read("\xFF\xFE" + utf16_le(text))) == u"Gr\u00F6\u00DFe in \u20AC");
    CHECK(english_name(read("[text]\nA_009_NAME=Gr\xF6\xDF"
                            "e in \x80")) == u"Gr\u00F6\u00DFe in \u20AC");
    CHECK(english_name(read("[text]\nA_009_NAME=\x81\x9F\xA0")) == u"\u0081\u0178\u00A0");
}

TEST_CASE("A malformed lodctr file is refused with the line and the reason") {
    CHECK(fault_of("[text]\n\nA_009_NAME") == "line 3: there is no '=' in: A_009_NAME");
    CHECK(fault_of("[text") == "line 1: there is no ']' in: [text");
    CHECK(fault_of("[languages]\n9=English") == "line 2: a language is three hexadecimal digits, not: 9");
    CHECK(fault_of("\xFF\xFE[") == "its last character of UTF-16 is cut");
    CHECK(fault_of(std::string_view("[\0t\0", 4)) ==
          "it holds a NUL; UTF-16 has to begin with a byte order mark");
    CHECK(fault_of(std::string(longest_lodctr_file + 1, ' ')) == "it is longer than 4 MiB");
}

TEST_CASE("A key of texts has a symbol, a language and a kind") {
    for (const std::string_view key : {"A", "_009_NAME", "A_009", "A_NAME", "A_09_NAME", "A_00G_NAME",
             "A_009_TEXT", "A_00009_NAME", "009_NAME"}) {
        CAPTURE(key);
        CHECK(fault_of("[text]\n" + std::string(key) + "=a") ==
              "line 2: not of the form SYMBOL_009_NAME or SYMBOL_009_HELP: " + std::string(key));
        CHECK(fault_of("[objects]\n" + std::string(key) + "=") ==
              "line 2: not of the form SYMBOL_009_NAME or SYMBOL_009_HELP: " + std::string(key));
    }
}

TEST_CASE("There may be 64 languages") {
    std::string text = "[languages]\n";
    for (int id = 0x100; id < 0x140; ++id) {
        text += to_utf8(std::u16string{u'1', u"0123"[(id >> 4) & 3], u"0123456789ABCDEF"[id & 15]}).value() +
                "=x\n";
    }
    CHECK(read(text).languages.size() == most_lodctr_languages);
    CHECK(fault_of(text + "200=x") == "line 66: there are too many languages");
}

TEST_CASE("Settings are read as numbers, decimal or hexadecimal") {
    const LodctrIni ini =
        read("[performance]\na=7\nb=0x1F\nc=4294967295\nd=4294967296\ne=x\nf=\ng=-1\nh=0x\ni=7 8\n");
    CHECK(ini.performance.number(u"A").value() == 7U);
    CHECK(ini.performance.number(u"b").value() == 31U);
    CHECK(ini.performance.number(u"c").value() == 4294967295U);
    CHECK_FALSE(ini.performance.number(u"z").value().has_value());
    for (const std::u16string_view key : {u"d", u"e", u"f", u"g", u"h", u"i"}) {
        CHECK_FALSE(ini.performance.number(key).has_value());
    }
    CHECK(ini.performance.number(u"i").error().message() == "line 10: i is not a number: 7 8");
}

TEST_CASE("A symbol header gives the numbers that it defines") {
    const SymbolOffsets offsets = read_header("#ifndef WIDGETS_H\n#define WIDGETS_H\r\n"
                                              "#define WIDGET 0 // the object\n"
                                              "  #  define\tITEMS_RATE\t2\n"
                                              "#define IN_BRACKETS ( 0x10 ) /* #define NOT_THIS 6\n"
                                              "#define NOR_THIS 8 */ \n/* a */ #define BEHIND /**/ 4\n"
                                              "#define WIDGET 12\n#define TEXT \"a/b\"\n#define SUM 2 + 2\n"
                                              "#define CALL(x) 2\n#undef GONE\nint define;\n#define LAST 6");
    CHECK(offsets.size() == 5);
    CHECK(offsets.at(u"WIDGET") == 0);
    CHECK(offsets.at(u"items_rate") == 2);
    CHECK(offsets.at(u"IN_BRACKETS") == 16);
    CHECK(offsets.at(u"BEHIND") == 4);
    CHECK(offsets.at(u"LAST") == 6);
}

TEST_CASE("A comment of the symbol header has to end") {
    const auto endless = read_symbol_header("#define A 0\n#define B 2 /* ");
    REQUIRE_FALSE(endless.has_value());
    CHECK(endless.error().message() == "line 2: the comment does not end");
    CHECK_FALSE(read_symbol_header(std::string(longest_lodctr_file + 1, ' ')).has_value());
}

TEST_CASE("Symbols get their offsets from the header") {
    LodctrIni ini = read(widgets);
    REQUIRE(resolve_symbols(ini, read_header("#define widget 0\n#define ITEMS_RATE 2\n")).has_value());
    CHECK(ini.objects[0].offset == 0U);
    CHECK(ini.find_language(0x009)->find(u"ITEMS_RATE")->offset == 2U);
    CHECK(ini.find_language(0x007)->find(u"ITEMS_RATE")->offset == 2U);
    CHECK(ini.find_language(0x007)->find(u"WIDGET")->offset == 0U);
}

TEST_CASE("A symbol without an even offset is refused where the file mentions it") {
    struct Row {
        std::string_view header;
        std::string_view fault;
    };
    const Row rows[] = {
        {"#define ITEMS_RATE 2", "line 10: the symbol file does not define WIDGET as a number"},
        {"#define WIDGET 0", "line 16: the symbol file does not define ITEMS_RATE as a number"},
        {"#define WIDGET 1", "line 10: the number of WIDGET is not an even number up to 65534"},
        {"#define WIDGET 65536", "line 10: the number of WIDGET is not an even number up to 65534"},
    };
    for (const Row& row : rows) {
        LodctrIni ini = read(widgets);
        const auto resolved = resolve_symbols(ini, read_header(row.header));
        REQUIRE_FALSE(resolved.has_value());
        CHECK(resolved.error().status() == Status::cannot_read_name_strings);
        CHECK(resolved.error().message() == row.fault);
    }
}

using pdh_shim::names::load_ini;
using pdh_shim::names::load_symbols;
using pdh_shim::test::require_value;
using pdh_shim::test::TemporaryFolder;

namespace {

const std::string text = "[text]\nA_009_NAME=a\n";

} // namespace

TEST_CASE("the symbols of an INI file have the numbers of the header beside it") {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("a.h", "#define A 4\n"));
    const std::string path = folder.write("a.ini", "[info]\nsymbolfile=a.h\n" + text);
    auto ini = require_value(load_ini(path));
    CHECK_FALSE(ini.languages[0].texts[0].offset.has_value());
    REQUIRE(load_symbols(path, ini));
    CHECK(ini.languages[0].texts[0].offset == 4U);
}

TEST_CASE("a failure names its file") {
    const TemporaryFolder folder;
    CHECK(load_ini(folder.path("none.ini")).error().message() ==
          folder.path("none.ini: cannot be read: No such file or directory"));
    const std::string malformed = folder.write("malformed.ini", "[text");
    CHECK(load_ini(malformed).error().where() == malformed + ": line 1");

    const std::string path = folder.write("a.ini", "[info]\nsymbolfile=a.h\n" + text);
    auto ini = require_value(load_ini(path));
    CHECK(load_symbols(path, ini).error().where() == folder.path("a.h"));
    const std::string header = folder.write("a.h", "/*");
    CHECK(load_symbols(path, ini).error().where() == header + ": line 1");
    static_cast<void>(folder.write("a.h", "#define B 2\n"));
    CHECK(load_symbols(path, ini).error().where() == path + ": line 4");
}

TEST_CASE("an INI file without a header has no numbers for its symbols") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a.ini", text);
    auto ini = require_value(load_ini(path));
    CHECK(load_symbols(path, ini).error().message() ==
          path + ": line 2: the symbol file does not define A as a number");
}
