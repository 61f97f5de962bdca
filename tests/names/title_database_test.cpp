// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "names/title_database.h"
#include "names/title_list.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

using pdh_shim::names::first_free_index;
using pdh_shim::names::TitleDatabase;

namespace {

struct Title {
    std::uint32_t index;
    std::u16string_view name;
};

const std::vector<Title> titles{
#define TITLE(index, name) {index, u##name},
#include "names/english_009.inc"
#undef TITLE
};

} // namespace

TEST_CASE("the English table has every name once, under even indexes below the free range") {
    CHECK(titles.size() == 634);
    std::set<std::uint32_t> indexes;
    for (const Title& title : titles) {
        CAPTURE(title.index);
        CHECK(title.index % 2 == 0);
        CHECK(title.index < first_free_index);
        CHECK(indexes.insert(title.index).second);
        CHECK_FALSE(title.name.empty());
    }
}

TEST_CASE("every English name is found by its index, and by name under its lowest index") {
    const TitleDatabase database = TitleDatabase::english();
    std::unordered_set<std::u16string_view, pdh_shim::FoldedHash, pdh_shim::FoldedEqual> seen;
    for (const Title& title : titles) {
        CAPTURE(title.index);
        CHECK(database.name(title.index) == title.name);
        const auto index = database.index(title.name);
        REQUIRE(index.has_value());
        CHECK(seen.insert(title.name).second == (*index == title.index));
    }
}

TEST_CASE("the indexes that programs hard-code have the right names") {
    const TitleDatabase database = TitleDatabase::english();
    const std::vector<Title> hard_coded{
        {2, u"System"},
        {6, u"% Processor Time"},
        {44, u"Processor Queue Length"},
        {144, u"% Privileged Time"},
        {146, u"Context Switches/sec"},
        {230, u"Process"},
        {238, u"Processor"},
        {674, u"System Up Time"},
        {784, u"ID Process"},
        {2176, u"Terminal Services"},
        {2178, u"Total Sessions"},
    };
    for (const Title& title : hard_coded) {
        CAPTURE(title.index);
        CHECK(database.name(title.index) == title.name);
        CHECK(database.index(title.name) == title.index);
    }
}

TEST_CASE("names are looked up in any case") {
    CHECK(TitleDatabase::english().index(u"% PROCESSOR time") == 6);
}

TEST_CASE("a name under two indexes is found under the lower one") {
    CHECK(TitleDatabase::english().index(u"Committed Bytes") == 26);
    CHECK(TitleDatabase::english().name(1762) == u"Committed Bytes");
}

TEST_CASE("unknown indexes and names give nothing") {
    const TitleDatabase database = TitleDatabase::english();
    for (const std::uint32_t index : {0U, 1U, 3U, 8U, 1848U, 65538U, first_free_index, 0xFFFFFFFFU}) {
        CHECK(database.name(index) == std::nullopt);
        CHECK(database.help(index) == std::nullopt);
    }
    CHECK(database.index(u"") == std::nullopt);
    CHECK(database.index(u"Syste") == std::nullopt);
    CHECK(database.index(u"Processor Utility") == std::nullopt);
}

TEST_CASE("another language starts empty") {
    TitleDatabase database;
    CHECK(database.name(238) == std::nullopt);
    CHECK(database.index(u"Processor") == std::nullopt);
    database.add(238, u"Prozessor", u"Erkl\u00E4rung");
    CHECK(database.name(238) == u"Prozessor");
    CHECK(database.index(u"prozessor") == 238);
    CHECK(database.help(239) == u"Erkl\u00E4rung");
}

TEST_CASE("an added name is found both ways, with its help under the next index") {
    TitleDatabase database = TitleDatabase::english();
    database.add(5000, u"Widget", u"Counts widgets.");
    CHECK(database.name(5000) == u"Widget");
    CHECK(database.index(u"WIDGET") == 5000);
    CHECK(database.help(5001) == u"Counts widgets.");
    CHECK(database.help(5000) == std::nullopt);
    CHECK(database.name(5001) == std::nullopt);
}

TEST_CASE("an index that is taken keeps its name and help") {
    TitleDatabase database = TitleDatabase::english();
    database.add(238, u"Impostor", u"Not the processor.");
    CHECK(database.name(238) == u"Processor");
    CHECK(database.index(u"Impostor") == std::nullopt);
    CHECK(database.help(239) == std::nullopt);
    database.add(5000, u"Widget", u"First.");
    database.add(5000, u"Gadget", u"Second.");
    database.add(5000, u"widget", u"Third.");
    CHECK(database.name(5000) == u"Widget");
    CHECK(database.help(5001) == u"First.");
}

TEST_CASE("a name that already exists gets a help text if it has none") {
    TitleDatabase database = TitleDatabase::english();
    database.add(238, u"Processor", u"Measures the processor.");
    CHECK(database.help(239) == u"Measures the processor.");
    CHECK(database.add(u"System", u"Measures the system.") == 2);
    CHECK(database.help(3) == u"Measures the system.");
}

TEST_CASE("a name added under several indexes is found under the lowest") {
    TitleDatabase database = TitleDatabase::english();
    database.add(7000, u"Widget");
    database.add(6000, u"Widget");
    database.add(8000, u"WIDGET");
    CHECK(database.index(u"Widget") == 6000);
    database.add(8, u"Processor");
    CHECK(database.index(u"Processor") == 8);
    database.add(9000, u"System");
    CHECK(database.index(u"System") == 2);
}

TEST_CASE("names without an index get even ones from the free range, in the order they come") {
    TitleDatabase database = TitleDatabase::english();
    database.add(first_free_index + 2, u"Taken");
    CHECK(database.add(u"Processor Information") == first_free_index);
    CHECK(database.add(u"Process V2", u"By pid.") == first_free_index + 4);
    CHECK(database.add(u"processor information") == first_free_index);
    CHECK(database.add(u"Taken") == first_free_index + 2);
    CHECK(database.name(first_free_index + 4) == u"Process V2");
    CHECK(database.help(first_free_index + 5) == u"By pid.");
}

TEST_CASE("index 0 names nothing") {
    TitleDatabase database;
    database.add(0, u"Nameless", u"Help.");
    CHECK(database.name(0) == std::nullopt);
    CHECK(database.help(1) == std::nullopt);
    CHECK(database.index(u"Nameless") == std::nullopt);
}

TEST_CASE("copies are independent") {
    const TitleDatabase original = TitleDatabase::english();
    TitleDatabase copy = original;
    copy.add(5000, u"Widget");
    CHECK(original.name(5000) == std::nullopt);
    CHECK(copy.name(238) == u"Processor");
}

TEST_CASE("all names are listed by rising index") {
    TitleDatabase database = TitleDatabase::english();
    const std::size_t windows = database.names().size();
    database.add(5001, u"odd");
    database.add(5000, u"Widget");
    database.add(2, u"not System");
    const auto names = database.names();
    CHECK(names.size() == windows + 2);
    CHECK(names.front() == TitleDatabase::Title{2, u"System"});
    CHECK(std::ranges::is_sorted(names));
    CHECK(std::ranges::find(names, TitleDatabase::Title{5000, u"Widget"}) != names.end());
    CHECK(TitleDatabase().names().empty());
}

using namespace pdh_shim;
using namespace pdh_shim::names;
using namespace std::string_literals;
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

TEST_CASE("without First Counter a translation belongs to an English name, not an index") {
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

namespace {

// As the registry has them: the lowest byte of each unit first.
TitleList list_of(const std::u16string& strings) {
    std::vector<std::byte> bytes;
    for (const char16_t unit : strings) {
        bytes.push_back(static_cast<std::byte>(unit & 0xFF));
        bytes.push_back(static_cast<std::byte>(unit >> 8));
    }
    return TitleList(bytes);
}

} // namespace

TEST_CASE("a title list has its texts by their indexes, in the order of these") {
    const TitleList list = list_of(u"1\0001847\0006002\0Items/sec\0006000\0Widget\0\0"s);
    REQUIRE(list.size() == 3);
    CHECK(list.index(0) == 1);
    CHECK(list.text(0) == u"1847");
    CHECK(list.index(2) == 6002);
    CHECK(list.text(2) == u"Items/sec");
    CHECK(list.find(6000) == u"Widget");
    CHECK_FALSE(list.find(6001).has_value());
    CHECK_FALSE(list.find(6003).has_value());
}

TEST_CASE("a title may have several indexes, and its case does not matter") {
    const TitleList list = list_of(u"8\0Widget\0006\0Other\0004\0WIDGET\0\0"s);
    CHECK(list.indexes_of(u"widget") == std::vector<std::uint32_t>{4, 8});
    CHECK(list.indexes_of(u"Widgets").empty());
}

TEST_CASE("a malformed title list is read as far as possible") {
    struct Case {
        std::u16string strings;
        std::optional<std::u16string> title_of_6000;
    };
    const std::vector<Case> cases = {
        {u"6000\0\0"s, std::nullopt},                       // without its text
        {u"6000"s, std::nullopt},                           // nor a NUL
        {u"6000\0Widget"s, u"Widget"},                      // cut before the last NUL
        {u"x\0y\0006000\0Widget\0\0"s, u"Widget"},          // no number
        {u"6000 \0y\0-6000\0z\0\0"s, std::nullopt},         //
        {u"4294973296\0Beyond 32 bits\0\0"s, std::nullopt}, //
        {u"6000\0First\0006000\0Second\0\0"s, u"First"},    //
        {u"6002\0\0006000\0Widget\0\0"s, u"Widget"},        // an empty text is none
        {u"\0006000\0Widget\0\0"s, std::nullopt},           // it ends where an index is empty
        {u""s, std::nullopt},
    };
    for (const Case& item : cases) {
        CHECK(list_of(item.strings).find(6000) == item.title_of_6000);
    }
}

TEST_CASE("half a unit at the end of a title list is left out") {
    const std::vector<std::byte> bytes{std::byte{'4'}, {}, {}, {}, std::byte{'A'}, {}, std::byte{'B'}};
    CHECK(TitleList(bytes).find(4) == u"A");
}
