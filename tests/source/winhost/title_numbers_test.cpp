// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../../block/blocks.h"
#include "block/key_objects.h"
#include "require_value.h"
#include "source/winhost/title_numbers.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

names::TitleList titles_of(const std::map<std::uint32_t, std::u16string>& texts) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    const auto add = [&](const std::u16string& text) {
        for (const char16_t unit : text) {
            writer.u16(unit);
        }
        writer.u16(0);
    };
    for (const auto& [index, text] : texts) {
        const std::string number = std::to_string(index);
        add({number.begin(), number.end()});
        add(text);
    }
    return names::TitleList(bytes);
}

/// A host with a widget of number 5000, its counter 5002, and a gadget of 5100 with 5102.
struct Known {
    model::Catalogue catalogue;
    names::TitleList titles =
        titles_of({{5000, u"Widget"}, {5002, u"Items"}, {5100, u"Gadget"}, {5102, u"Parts"}});
    TitleNumbers numbers;

    Known() {
        model::ObjectDef widget = block::widget({}).definition;
        widget.name = u"Widget";
        widget.counters[0].name = u"Items";
        model::ObjectDef gadget = block::gadget(0).definition;
        gadget.name = u"Gadget";
        gadget.counters[0].name = u"Parts";
        catalogue.objects = {widget, gadget};
    }

    [[nodiscard]] std::u16string value() const {
        const model::ObjectRequest request{.object = 0, .columns = {true}};
        return numbers.value_of(block::title_indexes({&request, 1}, catalogue));
    }
};

/// The numbers of the objects in an answer, and of the first counter of each.
std::vector<std::uint32_t> numbers_in(const std::vector<std::byte>& bytes) {
    block::BlockObjects objects;
    static_cast<void>(test::require_value(objects.add_block(bytes)));
    std::vector<std::uint32_t> numbers;
    for (const block::ObjectBytes& object : objects.objects()) {
        numbers.push_back(object.title_index);
        numbers.push_back(block::u32_at(object.bytes, 64 + 4));
    }
    return numbers;
}

void rewrite(Known& known, std::vector<std::byte>& bytes, const names::TitleList& titles) {
    block::BlockObjects objects;
    static_cast<void>(test::require_value(objects.add_block(bytes)));
    known.numbers.rewrite(bytes, objects, known.catalogue, titles);
}

block::TestObject numbered(std::uint32_t index) {
    return block::object_of(
        block::definition_of(index, model::Instances::none, {block::raw_count}), {{u"", {1}}});
}

} // namespace

TEST_CASE("titles that stay the same change nothing") {
    Known known;
    known.numbers.check(known.catalogue, known.titles);
    CHECK_FALSE(known.numbers.have_changed());
    CHECK(known.value() == u"5000");
    auto bytes = block::block_of({block::widget({{u"a", {1}}}), block::gadget(1)});
    const auto before = bytes;
    rewrite(known, bytes, known.titles);
    CHECK(bytes == before);
}

TEST_CASE("an object with another number is asked for by it, and keeps its own") {
    Known known;
    const auto titles = titles_of(
        {{6000, u"Widget"}, {6002, u"Items"}, {6010, u"widget"}, {5100, u"Gadget"}, {5102, u"Parts"}});
    known.numbers.check(known.catalogue, titles);
    REQUIRE(known.numbers.have_changed());
    CHECK(known.value() == u"6000 6010");
    auto bytes = block::block_of({numbered(6000), block::gadget(1)});
    rewrite(known, bytes, titles);
    CHECK(numbers_in(bytes) == std::vector<std::uint32_t>{5000, 5002, 5100, 5102});
}

TEST_CASE("an object whose number another one had gets one that is made up") {
    Known known;
    const auto titles =
        titles_of({{5000, u"Other"}, {5002, u"Things"}, {6000, u"Widget"}, {6002, u"Things"}});
    known.numbers.check(known.catalogue, titles);
    auto bytes = block::block_of({numbered(5000), numbered(6000)});
    rewrite(known, bytes, titles);
    const auto numbers = numbers_in(bytes);
    CHECK(numbers[0] >= names::first_free_index);
    CHECK(known.numbers.name(numbers[0]) == u"Other");
    CHECK(numbers[1] == 5002); // of an object that is new, its counters are its own
    CHECK(numbers[2] == 5000);
    CHECK(numbers[3] == 6002); // a counter that the object did not have
    CHECK_FALSE(known.numbers.name(5000).has_value());
}

TEST_CASE("an object that the host no longer has is asked for by no number") {
    Known known;
    known.numbers.check(known.catalogue, titles_of({{5100, u"Gadget"}, {5102, u"Parts"}}));
    CHECK(known.value().empty());
}

TEST_CASE("titles are needed for what was not seen since the numbers changed") {
    Known known;
    const auto titles = titles_of({{6000, u"Widget"}, {6002, u"Items"}});
    known.numbers.check(known.catalogue, titles);
    auto bytes = block::block_of({numbered(6000)});
    block::BlockObjects objects;
    static_cast<void>(test::require_value(objects.add_block(bytes)));
    CHECK(known.numbers.needs_titles(objects));
    rewrite(known, bytes, titles);
    bytes = block::block_of({numbered(6000)});
    objects.clear();
    static_cast<void>(test::require_value(objects.add_block(bytes)));
    CHECK_FALSE(known.numbers.needs_titles(objects));
}
