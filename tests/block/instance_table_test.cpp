// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/blocks.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/layout.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

// The bytes of one object, and its instances.
struct Read {
    explicit Read(std::vector<std::byte> given) : bytes(std::move(given)) {}

    Result<void, Failure> refresh() {
        const ObjectBytes object{.title_index = 0, .offset = 0, .bytes = bytes, .order = std::endian::native};
        const auto definition = read_definition(object);
        REQUIRE(definition.has_value());
        return table.refresh(object, definition.value());
    }

    std::vector<std::byte> bytes;
    InstanceTable table;
};

} // namespace

TEST_CASE("an instance table has the names and the counter blocks of an object's instances") {
    Read read(objects_of({widget({{u"a", {1}}, {u"b", {2}}, {u"", {3}}})}));
    REQUIRE(read.refresh().has_value());
    const auto& infos = *read.table.infos();
    REQUIRE(infos.size() == 3);
    CHECK(infos[0].name == u"a");
    CHECK(infos[0].parent_object == 0);
    CHECK(infos[0].identity == -1);
    CHECK(infos[1].name == u"b");
    CHECK(infos[2].name == u"_"); // a path cannot mean an instance without a name
    REQUIRE(read.table.blocks().size() == 3);
    CHECK(u32_at(read.bytes, read.table.blocks()[1] + sizeof(std::uint32_t)) == 2);
}

TEST_CASE("the same instances have the same infos, others have new ones") {
    Read read(objects_of({widget({{u"a", {1}}})}));
    REQUIRE(read.refresh().has_value());
    const auto first = read.table.infos();
    read.bytes = objects_of({widget({{u"a", {7}}})});
    REQUIRE(read.refresh().has_value());
    CHECK(read.table.infos() == first);
    read.bytes = objects_of({widget({{u"b", {7}}})});
    REQUIRE(read.refresh().has_value());
    CHECK(read.table.infos() != first);
    CHECK(first->front().name == u"a");
}

TEST_CASE("an object without instances has one row without a name") {
    Read read(objects_of({gadget(4)}));
    REQUIRE(read.refresh().has_value());
    REQUIRE(read.table.infos()->size() == 1);
    CHECK(read.table.infos()->front().name.empty());
    CHECK(read.table.blocks().size() == 1);
}

TEST_CASE("a wrong number of instances, or a wrong length of one, empties the table") {
    const auto whole = objects_of({widget({{u"a", {1}}})});
    const std::size_t first = u32_at(whole, layout::object::definition_length);
    for (const auto& damaged : {with_u32(whole, layout::object::instance_count, 2), with_u32(whole, first, 4),
             with_u32(whole, first, 0xFFFF'FFF0), with_u32(whole, first, 0)}) {
        Read read(whole);
        REQUIRE(read.refresh().has_value());
        read.bytes = damaged;
        CHECK(read.refresh().error().status() == Status::invalid_data);
        CHECK(read.table.blocks().empty());
    }
}

TEST_CASE("the number of instances in a header is never negative") {
    const auto whole = objects_of({gadget(1)});
    const auto count = [](const std::vector<std::byte>& bytes) {
        return instance_count({.title_index = 0, .offset = 0, .bytes = bytes, .order = std::endian::native});
    };
    CHECK(count(whole) == 0);
    CHECK(count(with_u32(whole, layout::object::instance_count, 3)) == 3);
    CHECK(count(with_u32(whole, layout::object::instance_count, 0x8000'0000)) == 0);
}
