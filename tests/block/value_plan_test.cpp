// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/blocks.h"
#include "block/instance_table.h"
#include "block/value_plan.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

// The snapshot of an object's bytes, with these columns.
model::ObjectSnapshot filled(const std::vector<std::byte>& bytes, const model::ObjectDef& object,
    const std::vector<bool>& wanted, bool expects_all) {
    const ObjectBytes place{.title_index = 0, .offset = 0, .bytes = bytes, .order = std::endian::native};
    const Definition definition = read_definition(place).value();
    InstanceTable instances;
    REQUIRE(instances.refresh(place, definition).has_value());
    const ValuePlan plan(definition, object, wanted);
    CHECK(plan.sets_all() == expects_all);
    model::ObjectSnapshot snapshot;
    snapshot.begin(object.columns);
    for (const InstanceInfo& info : *instances.infos()) {
        snapshot.add_instance(info.name);
    }
    plan.fill(place, instances.blocks(), snapshot);
    return snapshot;
}

} // namespace

TEST_CASE("values of every size and number are in their columns, in all rows") {
    std::vector<std::uint32_t> types;
    for (int i = 0; i < 7; ++i) {
        types.push_back(raw_count);
        types.push_back(large_raw_count);
    }
    const model::ObjectDef object = plain(types);
    std::vector<TestRow> rows{{u"a", {}}, {u"b", {}}};
    for (std::int64_t column = 0; column < 14; ++column) {
        rows[0].cells.push_back(100 + column);
        rows[1].cells.push_back(column % 2 == 0 ? 0xFFFF'FFFF : INT64_MIN + column);
    }
    const auto bytes = objects_of({object_of(object, rows)});
    const auto snapshot = filled(bytes, object, std::vector<bool>(14, true), true);
    for (std::uint32_t column = 0; column < 14; ++column) {
        CHECK(snapshot.cell(0, column) == rows[0].cells[column]);
        CHECK(snapshot.cell(1, column) == rows[1].cells[column]);
    }
}

TEST_CASE("only the columns that are wanted are filled") {
    const model::ObjectDef object = plain({raw_count, raw_count, large_raw_count});
    const auto bytes = objects_of({object_of(object, {{u"a", {1, 2, 3}}})});
    const auto snapshot = filled(bytes, object, {false, true}, false);
    CHECK(snapshot.cell(0, 0) == 0);
    CHECK(snapshot.cell(0, 1) == 2);
    CHECK(snapshot.cell(0, 2) == 0);
}

TEST_CASE("a wanted column that the definition does not have is invalid") {
    const model::ObjectDef written = plain({raw_count});
    const model::ObjectDef known = plain({raw_count, large_raw_count});
    const auto snapshot = filled(objects_of({object_of(written, {{u"a", {5}}})}), known, {true, true}, false);
    CHECK(snapshot.cell(0, 0) == 5);
    CHECK(snapshot.is_valid(0, 0));
    CHECK_FALSE(snapshot.is_valid(0, 1));
}
