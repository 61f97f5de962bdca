// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/blocks.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/layout.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "block/value_plan.h"
#include "blocks.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;

namespace {

constexpr std::uint32_t multi_base = 0x42030500;

std::vector<std::byte> objects_with(const ObjectDef& definition) {
    const bool is_multi = definition.instances == Instances::multi;
    return objects_of({object_of(definition, {{is_multi ? u"a" : u"", {}}})});
}

Result<void, Failure> try_to_learn(Schema& schema, const std::vector<std::byte>& bytes) {
    BlockObjects sample;
    REQUIRE(sample.add_objects(bytes, 1).has_value());
    return schema.learn(sample);
}

void learn(Schema& schema, const std::vector<std::byte>& bytes) {
    REQUIRE(try_to_learn(schema, bytes).has_value());
}

// The offset that is told.
std::size_t refused_at(Schema& schema, const std::vector<std::byte>& bytes) {
    const auto learnt = try_to_learn(schema, bytes);
    REQUIRE_FALSE(learnt.has_value());
    CHECK(learnt.error().status() == Status::invalid_data);
    return offset_of(learnt.error());
}

} // namespace

TEST_CASE("names and help texts come from the titles; an unknown index becomes a number") {
    const auto known = [](std::uint32_t index) {
        return index < 14 ? std::optional(u"T" + std::u16string(1, static_cast<char16_t>(u'a' + index)))
                          : std::nullopt;
    };
    Schema schema({.name = known, .help = known});
    learn(schema, objects_with(plain({raw_count, raw_count})));
    const auto catalogue = schema.catalogue();
    REQUIRE(catalogue->objects.size() == 1);
    const ObjectDef& object = catalogue->objects[0];
    CHECK(object.name == u"Tk");
    CHECK(object.help == u"Tl");
    CHECK(object.counters[0].name == u"Tm");
    CHECK(object.counters[0].help == u"Tn");
    CHECK(object.counters[1].name == u"#14");
    CHECK(object.counters[1].help.empty());
}

TEST_CASE("another catalogue is published only when something has changed") {
    Schema schema({});
    const auto empty = schema.catalogue();
    CHECK(empty->objects.empty());
    learn(schema, objects_with(plain({raw_count})));
    const auto first = schema.catalogue();
    CHECK(first != empty);
    learn(schema, objects_with(plain({raw_count})));
    schema.set_perf_freq(ticks_per_second);
    CHECK(schema.catalogue() == first);
    schema.set_perf_freq(5);
    CHECK(schema.catalogue() != first);
    CHECK(schema.catalogue()->perf_freq == 5);
}

TEST_CASE("new objects and counters are appended, and old ones stay") {
    Schema schema({});
    learn(schema, objects_with(plain({raw_count, large_raw_count})));
    learn(schema, objects_with(definition_of(20, Instances::none, {raw_count})));
    // Another order, one gone, one new in front.
    ObjectDef changed = plain({raw_count, raw_count});
    changed.counters[0].title_index = 99;
    changed.counters[1].title_index = 12;
    learn(schema, objects_with(changed));
    const auto catalogue = schema.catalogue();
    REQUIRE(catalogue->objects.size() == 2);
    const auto& counters = catalogue->objects[0].counters;
    REQUIRE(counters.size() == 3);
    CHECK(counters[0].title_index == 12);
    CHECK(counters[1].title_index == 14);
    CHECK(counters[2].title_index == 99);
    // Back to what was known: nothing new.
    learn(schema, objects_with(plain({raw_count, large_raw_count})));
    CHECK(schema.catalogue() == catalogue);
}

TEST_CASE("a counter that returns with another type gets a new column with its name") {
    Schema schema({});
    learn(schema, objects_with(plain({raw_count})));
    learn(schema, objects_with(plain({large_raw_count})));
    const auto& counters = schema.catalogue()->objects[0].counters;
    REQUIRE(counters.size() == 2);
    CHECK(counters[0].name.empty());
    CHECK(counters[1].type == large_raw_count);
    CHECK(counters[1].name == u"#12");
}

TEST_CASE("a base belongs to the counter before it, and may have its title index") {
    ObjectDef definition = plain({raw_fraction, raw_base, raw_fraction, raw_base, raw_count, raw_base});
    for (const std::size_t fraction : {0U, 2U}) {
        definition.counters[fraction].base = static_cast<std::uint32_t>(fraction + 1);
        definition.counters[fraction + 1].title_index = definition.counters[fraction].title_index;
    }
    Schema schema({});
    learn(schema, objects_with(definition));
    const auto& counters = schema.catalogue()->objects[0].counters;
    REQUIRE(counters.size() == 6);
    CHECK(counters[0].base == 1);
    CHECK(counters[2].base == 3);
    CHECK(counters[4].base == no_column);
}

TEST_CASE("columns of multi counts stay where they are when counters are added") {
    ObjectDef definition = plain({multi_timer, raw_count});
    definition.counters[0].multi = definition.columns++;
    Schema schema({});
    learn(schema, objects_with(definition));
    CHECK(schema.catalogue()->objects[0].columns == 3);
    CHECK(schema.catalogue()->objects[0].counters[0].multi == 2);

    ObjectDef more = plain({multi_timer, raw_count, multi_timer});
    more.counters[0].multi = more.columns++;
    more.counters[2].multi = more.columns++;
    learn(schema, objects_with(more));
    const ObjectDef& object = schema.catalogue()->objects[0];
    REQUIRE(object.counters.size() == 4);
    CHECK(object.columns == 5);
    CHECK(object.counters[0].multi == 2);
    CHECK(object.counters[2].type == multi_base);
    CHECK(object.counters[2].name == object.counters[0].name);
    CHECK(object.counters[3].title_index == 16);
    CHECK(object.counters[3].multi == 4);
}

TEST_CASE("scales, detail levels and the default counter stay within their ranges") {
    ObjectDef definition = plain({raw_count, raw_count});
    definition.counters[0].default_scale = 100;
    definition.counters[1].default_scale = -100;
    auto bytes = objects_with(definition);
    bytes = with_u32(bytes, layout::object::default_counter, 2);
    bytes = with_u32(bytes, layout::object::detail, 0);
    bytes = with_u32(bytes, layout::object::size + layout::counter::detail, 250);
    bytes =
        with_u32(bytes, layout::object::size + layout::counter::size + layout::counter::detail, 0xFFFFFFFF);
    Schema schema({});
    learn(schema, bytes);
    const ObjectDef& object = schema.catalogue()->objects[0];
    CHECK(object.counters[0].default_scale == 7);
    CHECK(object.counters[1].default_scale == -7);
    CHECK(object.default_counter == 0);
    CHECK(object.detail == Detail::novice);
    CHECK(object.counters[0].detail == Detail::expert);
    CHECK(object.counters[1].detail == Detail::wizard);
}

TEST_CASE("an object without a clock of its own has the frequency of the performance clock") {
    ObjectDef definition = plain({raw_count});
    definition.object_freq = 0;
    Schema schema({});
    learn(schema, objects_with(definition));
    schema.set_perf_freq(77);
    CHECK(schema.catalogue()->objects[0].object_freq == 77);
    definition.object_freq = 5;
    learn(schema, objects_with(definition));
    schema.set_perf_freq(88);
    CHECK(schema.catalogue()->objects[0].object_freq == 5);
}

TEST_CASE("a block without data defines objects and counters too") {
    ObjectDef definition = plain({raw_count});
    for (const Instances instances : {Instances::none, Instances::multi}) {
        definition.instances = instances;
        TestObject object{.definition = definition, .snapshot = {}};
        auto items = to_write({object});
        items[0].definition = &definition;
        items[0].snapshot = nullptr;
        std::vector<std::byte> bytes;
        REQUIRE(write_objects(items, native_format, bytes).has_value());
        Schema schema({});
        learn(schema, bytes);
        CHECK(schema.catalogue()->objects[0].instances == instances);
        CHECK(schema.catalogue()->objects[0].counters.size() == 1);
    }
}

TEST_CASE("damaged definitions are refused with the offset of the damage") {
    namespace at = layout::object;
    const auto good = objects_with(plain({raw_count, raw_count}));
    const std::size_t second = at::size + layout::counter::size;
    struct Damage {
        std::size_t offset;
        std::uint32_t value;
        std::size_t fault;
    };
    for (const Damage& damage : {
             Damage{at::header_length, 60, at::header_length},
             Damage{at::header_length, 1000, at::header_length},
             Damage{at::definition_length, 0xFFFFFFFF, at::definition_length},
             Damage{at::definition_length, 8, at::header_length},
             Damage{at::counter_count, 3, at::counter_count},
             Damage{at::counter_count, 0xFFFFFFFF, at::counter_count},
             Damage{at::instance_count, 0xFFFFFFFC, at::instance_count},
             Damage{second, 39, second},
             Damage{second, 48, second},
             Damage{second, 0, second},
             Damage{second + layout::counter::value_offset, 3, second + layout::counter::value_offset},
         }) {
        CAPTURE(damage.offset);
        CAPTURE(damage.value);
        Schema schema({});
        CHECK(refused_at(schema, with_u32(good, damage.offset, damage.value)) == damage.fault);
        CHECK(schema.catalogue()->objects.empty());
    }
}

TEST_CASE("titles outside the definitions, or longer than they can be, are refused") {
    const ObjectDef definition = plain({raw_count, raw_count});
    std::vector<std::byte> good =
        objects_of({object_of(definition, {})}, {.order = std::endian::native, .titles = true});
    const std::size_t first = layout::object::extended_size;
    const std::uint32_t name = u32_at(good, layout::object::title);
    struct Damage {
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Damage& damage : {Damage{layout::object::title, 79}, Damage{layout::object::help, 100'000},
             Damage{first + layout::counter::title, 0xFFFFFFFF}}) {
        CAPTURE(damage.offset);
        Schema schema({});
        CHECK(refused_at(schema, with_u32(good, damage.offset, damage.value)) == damage.offset);
    }
    // Every title the same long one.
    ObjectDef longer = plain(std::vector<std::uint32_t>(40, raw_count));
    longer.name = std::u16string(1000, u'x');
    auto bytes = objects_of({object_of(longer, {})}, {.order = std::endian::native, .titles = true});
    for (std::size_t i = 0; i < longer.counters.size(); ++i) {
        const std::size_t offset = first + i * layout::counter::size + layout::counter::title;
        bytes = with_u32(bytes, offset, u32_at(bytes, layout::object::title));
    }
    Schema schema({});
    CHECK_FALSE(try_to_learn(schema, bytes).has_value());
    CHECK(name > first);
}

TEST_CASE("an origin cannot have more objects or counters than its limits") {
    Schema schema({}, {.objects = 2, .columns = 4});
    const auto object = [](std::uint32_t index, std::vector<std::uint32_t> types) {
        return objects_with(definition_of(index, Instances::none, types));
    };
    learn(schema, object(10, {raw_count}));
    learn(schema, object(20, {raw_count, raw_count}));
    CHECK_FALSE(try_to_learn(schema, object(30, {raw_count})).has_value());
    CHECK_FALSE(try_to_learn(schema, object(10, {raw_count, raw_count, raw_count})).has_value());
    CHECK(schema.catalogue()->objects.size() == 2);
}

TEST_CASE("an object cannot change its name or kind of instances, nor change too often") {
    ObjectDef definition = plain({raw_count});
    Schema schema({});
    learn(schema, objects_of({object_of(definition, {})}, {.order = std::endian::native, .titles = true}));
    definition.instances = Instances::none;
    CHECK(refused_at(schema, objects_with(definition)) == layout::object::instance_count);
    definition = plain({raw_count});
    definition.name = u"Other";
    CHECK(refused_at(schema,
              objects_of({object_of(definition, {})}, {.order = std::endian::native, .titles = true})) ==
          layout::object::title_index);

    definition = plain(std::vector<std::uint32_t>(most_counters, raw_count));
    bool is_refused = false;
    for (std::uint32_t round = 1; round < 10 && !is_refused; ++round) {
        for (CounterDef& counter : definition.counters) {
            counter.title_index += 2 * most_counters;
        }
        is_refused = !try_to_learn(schema, objects_with(definition)).has_value();
        CHECK(schema.catalogue()->objects[0].columns <= most_columns);
    }
    CHECK(is_refused);
}

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

TEST_CASE("a definition is the same until it changes, whatever the instances are") {
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
