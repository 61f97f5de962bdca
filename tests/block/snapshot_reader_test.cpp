// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/blocks.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/layout.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "blocks.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;

namespace {

// Learns and reads samples one after the other.
class Reading {
  public:
    // The wanted object; all its columns.
    Result<void, Failure> read(
        const std::vector<std::byte>& objects, std::uint32_t count, std::uint32_t object = 0) {
        BlockObjects sample;
        REQUIRE(sample.add_objects(objects, count).has_value());
        return read(sample, object);
    }

    Result<void, Failure> read(const BlockObjects& sample, std::uint32_t object = 0) {
        REQUIRE(schema.learn(sample).has_value());
        const auto catalogue = schema.catalogue();
        const ObjectRequest request{.object = object,
            .columns = std::vector<bool>(catalogue->objects[object].columns, true),
            .only_total = false};
        auto result = reader.read(sample, catalogue, request, 1234, snapshot);
        snapshot.publish(nullptr);
        return result;
    }

    [[nodiscard]] const std::vector<Instance>& instances() const { return snapshot.instances()->instances(); }

    Schema schema{Titles{}};
    SnapshotReader reader;
    ObjectSnapshot snapshot;
};

// Where the first instance of the only object begins.
std::size_t first_instance(const std::vector<std::byte>& objects) {
    return u32_at(objects, layout::object::definition_length);
}

// The first instance gets a name of 8 bytes, of the object's code page.
std::vector<std::byte> with_name(std::uint32_t code_page, std::string_view name) {
    auto bytes = objects_of({object_of(plain(), {{u"abc", {1}}})});
    bytes = with_u32(bytes, layout::object::code_page, code_page);
    const std::size_t instance = first_instance(bytes);
    bytes =
        with_u32(bytes, instance + layout::instance::name_length, static_cast<std::uint32_t>(name.size()));
    for (std::size_t i = 0; i < name.size(); ++i) {
        bytes[instance + layout::instance::size + i] = static_cast<std::byte>(name[i]);
    }
    return bytes;
}

std::vector<std::byte> with_utf16_name(std::uint32_t code_page, std::u16string_view name) {
    std::string bytes(name.size() * sizeof(char16_t), '\0');
    std::memcpy(bytes.data(), name.data(), bytes.size());
    return with_name(code_page, bytes);
}

std::u16string name_read_of(const std::vector<std::byte>& bytes) {
    Reading reading;
    REQUIRE(reading.read(bytes, 1).has_value());
    return reading.instances().at(0).name;
}

} // namespace

TEST_CASE("the size of a value is CounterSize, not the size in its type") {
    auto bytes = objects_of({object_of(plain({large_raw_count}), {{u"a", {0x1122334455667788}}})});
    const std::size_t size_at = layout::object::size + layout::counter::value_size;
    struct Row {
        std::uint32_t size;
        std::int64_t little;
        std::int64_t big;
    };
    for (const Row& row : {Row{1, 0x88, 0x11}, Row{2, 0x7788, 0x1122}, Row{3, 0x667788, 0x112233},
             Row{4, 0x55667788, 0x11223344}, Row{8, 0x1122334455667788, 0x1122334455667788}, Row{0, 0, 0}}) {
        CAPTURE(row.size);
        Reading reading;
        REQUIRE(reading.read(with_u32(bytes, size_at, row.size), 1).has_value());
        CHECK(reading.snapshot.cell(0, 0) ==
              (std::endian::native == std::endian::little ? row.little : row.big));
    }
}

TEST_CASE("values in the other byte order are turned, whatever their size") {
    constexpr bool is_little = std::endian::native == std::endian::little;
    constexpr BlockFormat other{.order = is_little ? std::endian::big : std::endian::little};
    constexpr std::size_t size_at = test_header + layout::object::size + layout::counter::value_size;
    auto bytes = block_of({object_of(plain({large_raw_count}), {{u"a", {0x1122334455667788}}})}, other);
    struct Row {
        std::uint32_t size;
        std::int64_t big; // when the other order is that
        std::int64_t little;
    };
    for (const Row& row : {Row{1, 0x11, 0x88}, Row{2, 0x1122, 0x7788}, Row{3, 0x112233, 0x667788},
             Row{4, 0x11223344, 0x55667788}, Row{5, 0x1122334455, 0x4455667788},
             Row{8, 0x1122334455667788, 0x1122334455667788}}) {
        CAPTURE(row.size);
        ByteWriter(bytes, SIZE_MAX, other.order).set_u32(size_at, row.size);
        BlockObjects sample;
        REQUIRE(sample.add_block(bytes, 0).has_value());
        Reading reading;
        REQUIRE(reading.read(sample).has_value());
        CHECK(reading.snapshot.cell(0, 0) == (is_little ? row.big : row.little));
    }
}

TEST_CASE("values of 32 bits have no sign") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {-1}}})}), 1).has_value());
    CHECK(reading.snapshot.cell(0, 0) == 0xFFFFFFFF);
}

TEST_CASE("several counters may share their bytes") {
    auto bytes = objects_of({object_of(plain({raw_count, raw_count}), {{u"a", {5, 6}}})});
    const std::size_t second = layout::object::size + layout::counter::size + layout::counter::value_offset;
    Reading reading;
    REQUIRE(reading.read(with_u32(bytes, second, 4), 1).has_value());
    CHECK(reading.snapshot.cell(0, 0) == 5);
    CHECK(reading.snapshot.cell(0, 1) == 5);
}

TEST_CASE("counters of a source may share a base, which is written behind each of them") {
    ObjectDef definition = plain({raw_fraction, raw_base, raw_fraction});
    definition.counters[0].base = 1;
    definition.counters[2].base = 1;
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(definition, {{u"a", {5, 10, 6}}})}), 1).has_value());
    const auto catalogue = reading.schema.catalogue();
    const auto& counters = catalogue->objects[0].counters;
    REQUIRE(counters.size() == 4);
    CHECK(reading.snapshot.cell(0, counters[0].base) == 10);
    CHECK(reading.snapshot.cell(0, 2) == 6);
    CHECK(reading.snapshot.cell(0, counters[2].base) == 10);
}

TEST_CASE("a value whose type needs a base is invalid without one") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain({raw_fraction, raw_count}), {{u"a", {5, 6}}})}), 1)
                .has_value());
    CHECK_FALSE(reading.snapshot.is_valid(0, 0));
    CHECK(reading.snapshot.is_valid(0, 1));
}

TEST_CASE("a multi count follows the value, or is the base behind it, or is 1") {
    ObjectDef definition = plain({multi_timer, raw_base});
    definition.counters[0].multi = 1;
    Reading with_base;
    REQUIRE(with_base.read(objects_of({object_of(definition, {{u"a", {5, 7}}})}), 1).has_value());
    CHECK(with_base.schema.catalogue()->objects[0].counters[0].multi == 1);
    CHECK(with_base.snapshot.cell(0, 1) == 7);

    // One of its own, although a base follows that could be taken for it.
    definition.counters[0].multi = definition.columns++;
    Reading both;
    REQUIRE(both.read(objects_of({object_of(definition, {{u"a", {5, 7, 3}}})}), 1).has_value());
    const auto catalogue = both.schema.catalogue();
    CHECK(both.snapshot.cell(0, catalogue->objects[0].counters[0].multi) == 3);

    definition = plain({multi_timer});
    definition.counters[0].multi = definition.columns++;
    auto bytes = objects_of({object_of(definition, {{u"a", {5, 9}}})});
    Reading hidden;
    REQUIRE(hidden.read(bytes, 1).has_value());
    CHECK(hidden.snapshot.cell(0, 1) == 9);
    // No room for it behind the value.
    const std::size_t block = first_instance(bytes) + u32_at(bytes, first_instance(bytes));
    bytes = with_u32(bytes, block, 16);
    bytes.resize(block + 16);
    Reading none;
    REQUIRE(none.read(with_u32(bytes, 0, static_cast<std::uint32_t>(bytes.size())), 1).has_value());
    CHECK(none.snapshot.cell(0, 1) == 1);
}

TEST_CASE("an instance without a name is named by its number") {
    auto bytes = objects_of({object_of(plain(), {{u"", {1}, u"", 42}})});
    CHECK(name_read_of(bytes) == u"42");
    Reading reading;
    REQUIRE(reading.read(bytes, 1).has_value());
    CHECK(reading.instances()[0].unique_id == 42);
    const std::size_t instance = first_instance(bytes);
    CHECK(name_read_of(with_u32(bytes, instance + layout::instance::name_length, 0)) == u"42");
    CHECK(name_read_of(with_u32(bytes, instance + layout::instance::unique_id, 0xFFFFFFFE)) == u"4294967294");
    CHECK(name_read_of(with_u32(bytes, instance + layout::instance::unique_id, 0xFFFFFFFF)) == u"_");
}

TEST_CASE("names of instances may have a code page and need no NUL") {
    using namespace std::string_view_literals;
    const auto half_a_unit = std::endian::native == std::endian::little ? "a\0b"sv : "\0ab"sv;
    CHECK(name_read_of(with_utf16_name(0, u"abc\0"sv)) == u"abc");
    CHECK(name_read_of(with_utf16_name(0, u"abcd"sv)) == u"abcd");
    CHECK(name_read_of(with_name(0, half_a_unit)) == u"a");
    CHECK(name_read_of(with_name(1252, "\xE9t\xE9\0\0"sv)) == u"\u00E9t\u00E9");
    CHECK(name_read_of(with_name(1252, "\xC3\xA9t\xC3\xA9\0"sv)) == u"\u00E9t\u00E9");
    CHECK(name_read_of(with_utf16_name(1200, u"a\0"sv)) == u"a");
}

TEST_CASE("parents are found through their object and position") {
    const std::vector<TestObject> objects{
        object_of(definition_of(20, Instances::multi, {raw_count}), {{u"x", {1}, u"p"}, {u"x", {2}, u"q"}}),
        object_of(definition_of(30, Instances::multi, {raw_count}), {{u"o", {}}, {u"q", {}}, {u"p", {}}})};
    auto bytes = objects_of(objects);
    Reading reading;
    REQUIRE(reading.read(bytes, 2).has_value());
    CHECK(reading.instances()[0].parent == u"p");
    CHECK(reading.instances()[1].parent == u"q");

    // A position behind the last, and an object that is not there.
    const std::size_t instance = first_instance(bytes);
    REQUIRE(reading.read(with_u32(bytes, instance + layout::instance::parent_instance, 3), 2).has_value());
    CHECK(reading.instances()[0].parent == u"#3");
    REQUIRE(reading.read(with_u32(bytes, instance + layout::instance::parent_object, 31), 2).has_value());
    CHECK(reading.instances()[0].parent == u"#2");
}

TEST_CASE("a parent that is renamed renames its children, though they have not changed") {
    const auto bytes_with = [](std::u16string_view parent) {
        return objects_of({object_of(definition_of(20, Instances::multi, {raw_count}),
                               {{u"x", {1}, std::u16string(parent)}}),
            object_of(definition_of(30, Instances::multi, {raw_count}), {{std::u16string(parent), {}}})});
    };
    Reading reading;
    REQUIRE(reading.read(bytes_with(u"p"), 2).has_value());
    const auto before = reading.snapshot.instances();
    REQUIRE(reading.read(bytes_with(u"p"), 2).has_value());
    CHECK(reading.snapshot.instances() == before);
    REQUIRE(reading.read(bytes_with(u"q"), 2).has_value());
    CHECK(reading.instances()[0].parent == u"q");
}

TEST_CASE("an instance whose parent is not in the block has both names in one") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"x", {1}, u"p"}})}), 1).has_value());
    CHECK(reading.instances()[0].name == u"p/x");
    CHECK(reading.instances()[0].parent.empty());
}

TEST_CASE("snapshots share the instances until these change, and values follow them") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {1}}, {u"b", {2}}})}), 1).has_value());
    const auto set = reading.snapshot.instances();
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {3}}, {u"b", {4}}})}), 1).has_value());
    CHECK(reading.snapshot.instances() == set);
    CHECK(reading.snapshot.cell(1, 0) == 4);
    // One more, one less, another.
    for (const std::vector<TestRow>& rows : {std::vector<TestRow>{{u"a", {5}}, {u"b", {6}}, {u"c", {7}}},
             std::vector<TestRow>{{u"a", {8}}}, std::vector<TestRow>{{u"b", {9}}}, std::vector<TestRow>{}}) {
        REQUIRE(reading.read(objects_of({object_of(plain(), rows)}), 1).has_value());
        REQUIRE(reading.instances().size() == rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            CHECK(reading.instances()[row].name == rows[row].name);
            CHECK(reading.snapshot.cell(row, 0) == rows[row].cells[0]);
        }
    }
}

TEST_CASE("wanted columns that a sample does not define are invalid") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain({raw_count, large_raw_count}), {{u"a", {1, 2}}})}), 1)
                .has_value());
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {3}}})}), 1).has_value());
    CHECK(reading.snapshot.cell(0, 0) == 3);
    CHECK(reading.snapshot.is_valid(0, 0));
    CHECK_FALSE(reading.snapshot.is_valid(0, 1));
}

TEST_CASE("columns that are not wanted are not filled") {
    const auto bytes = objects_of({object_of(plain({raw_count, raw_count}), {{u"a", {1, 2}}})});
    Reading reading;
    BlockObjects sample;
    REQUIRE(sample.add_objects(bytes, 1).has_value());
    REQUIRE(reading.schema.learn(sample).has_value());
    const ObjectRequest request{.object = 0, .columns = {false, true}, .only_total = false};
    REQUIRE(
        reading.reader.read(sample, reading.schema.catalogue(), request, 0, reading.snapshot).has_value());
    CHECK(reading.snapshot.cell(0, 0) == 0);
    CHECK(reading.snapshot.cell(0, 1) == 2);
}

TEST_CASE("an object that a sample does not have has no instances, or no valid data") {
    Reading reading;
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {1}}})}), 1).has_value());
    const auto none = definition_of(20, Instances::none, {raw_count});
    REQUIRE(reading.read(objects_of({object_of(none, {{u"", {7}}})}), 1).has_value());
    CHECK(reading.snapshot.rows() == 0);
    CHECK(reading.snapshot.status() == Status::success);
    REQUIRE(reading.read(objects_of({object_of(none, {{u"", {7}}})}), 1, 1).has_value());
    CHECK(reading.snapshot.cell(0, 0) == 7);
    REQUIRE(reading.read(objects_of({object_of(plain(), {{u"a", {1}}})}), 1, 1).has_value());
    CHECK(reading.snapshot.rows() == 1);
    CHECK(reading.snapshot.status() == Status::cstatus_invalid_data);
}

TEST_CASE("an object has its own clock, or else the clock of the block") {
    TestObject object = object_of(plain(), {{u"a", {1}}});
    object.snapshot.set_object_time(77);
    object.definition.object_freq = 5;
    Reading reading;
    REQUIRE(reading.read(objects_of({object}), 1).has_value());
    CHECK(reading.snapshot.object_time() == 77);
    object.definition.object_freq = 0;
    REQUIRE(reading.read(objects_of({object}), 1).has_value());
    CHECK(reading.snapshot.object_time() == 1234);
}

TEST_CASE("damaged instances are refused with their offset, and the object keeps none") {
    const auto good = objects_of({object_of(plain(), {{u"a", {1}}, {u"b", {2}}})});
    const std::size_t first = first_instance(good);
    const std::size_t block = first + u32_at(good, first);
    const std::size_t second = block + u32_at(good, block);
    const auto size = static_cast<std::uint32_t>(good.size());
    struct Damage {
        std::size_t offset;
        std::uint32_t value;
        std::size_t fault;
    };
    for (const Damage& damage : {
             Damage{layout::object::instance_count, 3, size},
             Damage{layout::object::instance_count, 0x7FFFFFFF, size},
             Damage{first, 0, first},
             Damage{first, 20, first},
             Damage{first, size, first},
             Damage{first, 0xFFFFFFFF, first},
             Damage{first + layout::instance::name_offset, 40, first + layout::instance::name_offset},
             Damage{first + layout::instance::name_length, 0xFFFFFFFF, first + layout::instance::name_offset},
             Damage{block, 4, block},
             Damage{block, 0, block},
             Damage{block, size, block},
             Damage{second, 7, second},
         }) {
        CAPTURE(damage.offset);
        CAPTURE(damage.value);
        Reading reading;
        REQUIRE(reading.read(good, 1).has_value());
        const auto result = reading.read(with_u32(good, damage.offset, damage.value), 1);
        REQUIRE_FALSE(result.has_value());
        CHECK(result.error().status() == Status::invalid_data);
        CHECK(offset_of(result.error()) == damage.fault);
        CHECK(reading.snapshot.rows() == 0);
        REQUIRE(reading.read(good, 1).has_value());
        CHECK(reading.snapshot.rows() == 2);
    }
}

TEST_CASE("a value that lies outside a counter block is refused") {
    const auto good = objects_of({object_of(plain(), {{u"a", {1}}})});
    const std::size_t offset_at = layout::object::size + layout::counter::value_offset;
    for (const std::uint32_t offset : {5U, 8U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
        CAPTURE(offset);
        Reading reading;
        CHECK_FALSE(reading.read(with_u32(good, offset_at, offset), 1).has_value());
    }
}

TEST_CASE("a small block cannot claim very many objects") {
    // 4,000 counters that share their bytes, for 4,000 instances: 128 MB of values from 300 KB.
    constexpr std::size_t many = 4000;
    ObjectDef definition = plain(std::vector<std::uint32_t>(many, 0x40000200)); // no bytes each
    std::vector<TestRow> rows(many, TestRow{u"a", {}});
    Reading reading;
    const auto result = reading.read(objects_of({object_of(definition, rows)}), 1);
    REQUIRE_FALSE(result.has_value());
    CHECK(offset_of(result.error()) == layout::object::counter_count);
    CHECK(reading.snapshot.rows() == 0);
}

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

TEST_CASE("an object without instances is read as one row without a name") {
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
