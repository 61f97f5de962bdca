// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/known_objects.h"
#include "block/layout.h"
#include "blocks.h"

#include <doctest/doctest.h>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

constexpr std::int64_t freq = 1000;

BlockObjects objects_in(const std::vector<std::byte>& bytes) {
    BlockObjects sample;
    REQUIRE(sample.add_found(bytes).has_value());
    return sample;
}

std::vector<std::byte> usual_block(const std::vector<TestRow>& rows = {{u"one", {1}}}) {
    return block_of({gadget(1), widget(rows)});
}

std::vector<std::uint32_t> taught(const KnownObjects& known) {
    Schema schema({});
    known.teach(schema);
    std::vector<std::uint32_t> titles;
    for (const model::ObjectDef& object : schema.catalogue()->objects) {
        titles.push_back(object.title_index);
    }
    return titles;
}

} // namespace

TEST_CASE("objects are known once two records define them alike") {
    KnownObjects known;
    const auto first = usual_block();
    const auto second = usual_block({{u"one", {7}}, {u"two", {8}}});
    CHECK_FALSE(known.add(objects_in(first), freq));
    CHECK(known.add(objects_in(second), freq));
    CHECK(taught(known) == std::vector<std::uint32_t>{5100, 5000});
    CHECK(known.has(5000));
    CHECK_FALSE(known.has(5001));
    CHECK(known.habits(5000).fill_object);
    CHECK(known.habits(5000).fill_names);
}

TEST_CASE("a title index that only one record has is damage, not another object") {
    const auto whole = usual_block();
    auto damaged = usual_block();
    const std::size_t title = test_header + layout::object::title_index;
    REQUIRE(u32_at(damaged, title) == 5100);
    damaged = with_u32(damaged, title, 0);
    KnownObjects known;
    CHECK_FALSE(known.add(objects_in(damaged), freq));
    CHECK_FALSE(known.add(objects_in(whole), freq));
    CHECK(known.add(objects_in(whole), freq));
    CHECK_FALSE(known.has(0));
    CHECK(taught(known) == std::vector<std::uint32_t>{5100, 5000});
}

TEST_CASE("what most records say of an object is known, and what one says alone is not") {
    const auto whole = usual_block();
    const std::size_t type = test_header + layout::object::size + layout::counter::type;
    const auto damaged = with_u32(whole, type, large_raw_count);
    KnownObjects known;
    CHECK_FALSE(known.add(objects_in(damaged), freq));
    CHECK_FALSE(known.add(objects_in(whole), freq));
    CHECK(known.add(objects_in(whole), freq));
    const BlockObjects of_whole = objects_in(whole);
    const BlockObjects of_damaged = objects_in(damaged);
    CHECK(known.has(read_definition(of_whole.objects()[0]).value()));
    CHECK_FALSE(known.has(read_definition(of_damaged.objects()[0]).value()));
}

TEST_CASE("a clock of another frequency in one record is not believed") {
    KnownObjects known;
    const auto block = usual_block();
    CHECK_FALSE(known.add(objects_in(block), 7));
    CHECK_FALSE(known.add(objects_in(block), freq));
    CHECK(known.add(objects_in(block), freq));
    Schema schema({});
    known.teach(schema);
    CHECK(schema.catalogue()->perf_freq == freq);
}

TEST_CASE("of a block that is damaged, the objects before the damage are found") {
    const auto block = usual_block();
    BlockObjects sample;
    const std::size_t first = u32_at(block, test_header + layout::object::total_length);
    SUBCASE("the second object has no length") {
        CHECK_FALSE(sample.add_found(with_u32(block, test_header + first, 0)).has_value());
        CHECK(sample.objects().size() == 1);
    }
    SUBCASE("the block has fewer objects than it has room for") {
        CHECK_FALSE(sample.add_found(with_u32(block, layout::block::object_count, 1)).has_value());
        CHECK(sample.objects().size() == 1);
    }
    SUBCASE("its header is damaged") {
        CHECK_FALSE(sample.add_found(with_u32(block, layout::block::version, 0)).has_value());
        CHECK(sample.objects().empty());
    }
}
