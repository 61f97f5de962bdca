// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/title_list.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using namespace pdh_shim::names;
using namespace std::string_literals;

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
