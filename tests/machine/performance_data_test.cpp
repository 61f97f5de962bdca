// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/machines.h"
#include "machine/performance_data.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <vector>

using namespace pdh_shim::test;

TEST_CASE("an object to write has the indexes of its titles, and a base that of its counter") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    pdh_shim::model::ObjectDef definition = machine->definition(machine->objects()[0]);
    definition.counters[FakeSource::level].title_index = 5006;
    const auto object = pdh_shim::machine::object_to_write(*machine, definition);
    const std::uint32_t rate = machine->title_index(u"Rate").value();
    CHECK(object.title_index == 5000);
    CHECK(object.counter_titles == std::vector<std::uint32_t>{rate, 5006, 5006});
    CHECK(object.snapshot == nullptr);
    CHECK(object.columns.empty());
}

TEST_CASE("a name that has no index anywhere is written with the index 0") {
    const auto machine = machine_with({});
    pdh_shim::model::ObjectDef definition;
    definition.name = u"Nowhere";
    definition.counters.resize(1);
    definition.counters[0].name = u"Nothing";
    const auto object = pdh_shim::machine::object_to_write(*machine, definition);
    CHECK(object.title_index == 0);
    CHECK(object.counter_titles == std::vector<std::uint32_t>{0});
}
