// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/blocks.h"
#include "block/definition.h"
#include "block/layout.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

ObjectBytes object_in(const std::vector<std::byte>& bytes) {
    return {.title_index = 0, .offset = 0, .bytes = bytes, .order = std::endian::native};
}

std::vector<std::byte> pair_of_counters() {
    return objects_of({object_of(plain({raw_fraction, raw_base, large_raw_count}), {{u"a", {1, 2, 3}}})});
}

} // namespace

TEST_CASE("a definition has the counters of an object, and where their values are") {
    const auto bytes = pair_of_counters();
    const Definition definition = read_definition(object_in(bytes)).value();
    CHECK(definition.title_index == 10);
    CHECK(definition.instances == model::Instances::multi);
    CHECK(definition.has_data);
    REQUIRE(definition.counters.size() == 3);
    CHECK(definition.counters[0].type == raw_fraction);
    CHECK(definition.counters[1].type == raw_base);
    CHECK(definition.counters[2].title_index == 16);
    CHECK(definition.counters[2].size == 8);
    CHECK(definition.block_length >= definition.counters[2].offset + 8);
}

TEST_CASE("a definition is the same until something of it changes, whatever the instances are") {
    const auto bytes = pair_of_counters();
    const auto copy = definition_bytes(object_in(bytes));
    REQUIRE_FALSE(copy.empty());
    CHECK(has_definition(object_in(bytes), copy));
    CHECK(has_definition(object_in(with_u32(bytes, layout::object::instance_count, 7)), copy));
    CHECK_FALSE(has_definition(object_in(with_u32(bytes, layout::object::instance_count, UINT32_MAX)), copy));
    CHECK_FALSE(has_definition(object_in(with_u32(bytes, layout::object::detail, 300)), copy));
    CHECK_FALSE(has_definition(object_in(objects_of({gadget(1)})), copy));
}

TEST_CASE("a definition whose lengths cannot be is refused") {
    const auto bytes = pair_of_counters();
    for (const auto& damaged : {with_u32(bytes, layout::object::definition_length, 1'000'000),
             with_u32(bytes, layout::object::header_length, 8),
             with_u32(bytes, layout::object::header_length, 1'000'000)}) {
        CHECK(read_definition(object_in(damaged)).error().status() == Status::invalid_data);
    }
}

TEST_CASE("a definition longer than the object is not copied, and equals no other") {
    const auto whole = pair_of_counters();
    const auto copy = definition_bytes(object_in(whole));
    const auto damaged = with_u32(whole, layout::object::definition_length, 1'000'000);
    CHECK(definition_bytes(object_in(damaged)).empty());
    CHECK_FALSE(has_definition(object_in(damaged), copy));
}

TEST_CASE("counters of a definition are found in the object, or have no column") {
    const auto bytes = pair_of_counters();
    const Definition definition = read_definition(object_in(bytes)).value();
    const model::ObjectDef same = plain({raw_fraction, raw_base, large_raw_count});
    CHECK(columns_of(definition, same)[2] == 2);
    const model::ObjectDef other = plain({raw_fraction, raw_base, raw_count});
    CHECK(columns_of(definition, other)[2] == model::no_column);
    CHECK(columns_of(definition, {}) ==
          std::vector<std::uint32_t>{model::no_column, model::no_column, model::no_column});
}
