// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"
#include "base/failure.h"
#include "block/block_writer.h"
#include "model/catalogue.h"
#include "model/snapshot.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Small blocks to read and to damage, in this machine's byte order: a performance DLL has no other.

namespace pdh_shim::block {

/// An object with its data.
struct TestObject {
    model::ObjectDef definition;
    model::ObjectSnapshot snapshot;
};

struct TestRow {
    std::u16string name;
    std::vector<std::int64_t> cells;
    std::u16string parent = {};
    std::int64_t unique_id = model::no_unique_id;
};

/// The offset that `byte OFFSET` tells.
inline std::size_t offset_of(const Failure& failure) {
    constexpr std::string_view mark = "byte ";
    REQUIRE(failure.where().starts_with(mark));
    return std::stoul(std::string(failure.where().substr(mark.size())));
}

/// Counters of these types, with the title indexes `title_index` + 2, 4 and so on.
inline model::ObjectDef definition_of(
    std::uint32_t title_index, model::Instances instances, const std::vector<std::uint32_t>& types) {
    model::ObjectDef definition;
    definition.name = u"Object";
    definition.title_index = title_index;
    definition.instances = instances;
    for (const std::uint32_t type : types) {
        model::CounterDef& counter = definition.counters.emplace_back();
        counter.name = u"Counter";
        counter.type = type;
        counter.title_index = title_index + 2 * static_cast<std::uint32_t>(definition.counters.size());
    }
    definition.columns = static_cast<std::uint32_t>(definition.counters.size());
    return definition;
}

inline TestObject object_of(model::ObjectDef definition, const std::vector<TestRow>& rows) {
    TestObject object{.definition = std::move(definition), .snapshot = {}};
    object.snapshot.begin(object.definition.columns);
    for (const TestRow& row : rows) {
        const std::size_t number = object.snapshot.add_instance(row.name, row.parent, row.unique_id);
        for (std::uint32_t column = 0; column < row.cells.size(); ++column) {
            object.snapshot.set(number, column, row.cells[column]);
        }
    }
    object.snapshot.publish(nullptr);
    return object;
}

inline constexpr std::uint32_t raw_count = 0x00010000;
inline constexpr std::uint32_t large_raw_count = 0x00010100;
inline constexpr std::uint32_t raw_fraction = 0x20020400;
inline constexpr std::uint32_t raw_base = 0x40030403;
inline constexpr std::uint32_t multi_timer = 0x22410500;

inline model::ObjectDef plain(const std::vector<std::uint32_t>& types = {raw_count}) {
    return definition_of(10, model::Instances::multi, types);
}

/// An object without instances, and one with, of one counter each.
inline TestObject gadget(std::int64_t value) {
    return object_of(definition_of(5100, model::Instances::none, {raw_count}), {{u"", {value}}});
}

inline TestObject widget(const std::vector<TestRow>& rows) {
    return object_of(definition_of(5000, model::Instances::multi, {raw_count}), rows);
}

inline std::vector<ObjectToWrite> to_write(const std::vector<TestObject>& objects) {
    std::vector<ObjectToWrite> list;
    for (const TestObject& object : objects) {
        ObjectToWrite& item = list.emplace_back();
        item.definition = &object.definition;
        item.snapshot = &object.snapshot;
        item.title_index = object.definition.title_index;
        for (const model::CounterDef& counter : object.definition.counters) {
            item.counter_titles.push_back(counter.title_index);
        }
    }
    return list;
}

inline constexpr BlockFormat native_format{.order = std::endian::native};

/// A PERF_DATA_BLOCK whose header has 96 bytes.
inline std::vector<std::byte> block_of(const std::vector<TestObject>& objects,
    const BlockFormat& format = native_format, std::int64_t perf_time = 0) {
    std::vector<std::byte> bytes;
    const BlockClocks clocks{.perf_time = perf_time, .perf_freq = 1000, .time_100ns = 7, .system_time = 0};
    static_cast<void>(write_block(to_write(objects), clocks, u"PC", format, bytes));
    return bytes;
}

/// The objects alone.
inline std::vector<std::byte> objects_of(
    const std::vector<TestObject>& objects, const BlockFormat& format = native_format) {
    std::vector<std::byte> bytes;
    static_cast<void>(write_objects(to_write(objects), format, bytes));
    return bytes;
}

inline constexpr std::size_t test_header = 96;

inline std::uint32_t u32_at(std::span<const std::byte> bytes, std::size_t offset) {
    return ByteReader(bytes, std::endian::native).u32(offset);
}

inline std::vector<std::byte> with_u32(
    std::vector<std::byte> bytes, std::size_t offset, std::uint32_t value) {
    ByteWriter(bytes, SIZE_MAX, std::endian::native).set_u32(offset, value);
    return bytes;
}

} // namespace pdh_shim::block
