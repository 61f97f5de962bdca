// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/block.h"
#include "block/block_writer.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "generated.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <bit>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;

namespace {

void check_same_counters(const ObjectDef& one, const ObjectDef& other) {
    REQUIRE(one.counters.size() == other.counters.size());
    for (std::size_t i = 0; i < one.counters.size(); ++i) {
        CAPTURE(i);
        CHECK(one.counters[i].name == other.counters[i].name);
        CHECK(one.counters[i].help == other.counters[i].help);
        CHECK(one.counters[i].title_index == other.counters[i].title_index);
        CHECK(one.counters[i].type == other.counters[i].type);
        CHECK(one.counters[i].default_scale == other.counters[i].default_scale);
        CHECK(one.counters[i].detail == other.counters[i].detail);
        CHECK(one.counters[i].base == other.counters[i].base);
        CHECK(one.counters[i].multi == other.counters[i].multi);
    }
}

void check_same(const ObjectDef& one, const ObjectDef& other) {
    CHECK(one.name == other.name);
    CHECK(one.help == other.help);
    CHECK(one.title_index == other.title_index);
    CHECK(one.instances == other.instances);
    CHECK(one.detail == other.detail);
    CHECK(one.default_counter == other.default_counter);
    CHECK(one.columns == other.columns);
    CHECK(one.object_freq == other.object_freq);
    check_same_counters(one, other);
}

void check_same(const ObjectSnapshot& one, const ObjectSnapshot& other, std::uint32_t columns) {
    CHECK(one.status() == other.status());
    CHECK(one.object_time() == other.object_time());
    REQUIRE(one.rows() == other.rows());
    CHECK(one.instances()->instances() == other.instances()->instances());
    for (std::size_t row = 0; row < one.rows(); ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            CAPTURE(row);
            CAPTURE(column);
            REQUIRE(one.is_valid(row, column) == other.is_valid(row, column));
            REQUIRE((!one.is_valid(row, column) || one.cell(row, column) == other.cell(row, column)));
        }
    }
}

ObjectSnapshot read(SnapshotReader& reader, const BlockObjects& sample,
    const std::shared_ptr<const Catalogue>& catalogue, std::uint32_t object) {
    const ObjectRequest request{
        .object = object, .columns = std::vector<bool>(catalogue->objects[object].columns, true)};
    ObjectSnapshot snapshot;
    test::require_value(reader.read(sample, catalogue, request, 0, snapshot));
    snapshot.publish(nullptr);
    return snapshot;
}

void check_round_trip(const Scene& scene, const BlockFormat& format) {
    std::vector<std::byte> bytes;
    REQUIRE(write_block(scene.to_write(), scene.clocks(), u"HERE", format, bytes).has_value());
    CHECK(bytes.size() % 8 == 0);

    BlockObjects sample;
    const BlockHeader header = test::require_value(sample.add_block(bytes));
    CHECK(header.total_bytes == bytes.size());
    CHECK(header.machine == u"HERE");
    CHECK(header.perf_time == scene.snapshot.perf_time);
    CHECK(header.perf_freq == scene.catalogue.perf_freq);
    CHECK(header.time_100ns == scene.snapshot.time_100ns);
    CHECK(header.system_time == scene.snapshot.system_time);

    Schema schema(format.titles ? Titles{} : scene.titles());
    schema.set_perf_freq(header.perf_freq);
    REQUIRE(schema.learn(sample).has_value());
    const auto catalogue = schema.catalogue();
    REQUIRE(catalogue->objects.size() == scene.catalogue.objects.size());
    SnapshotReader reader;
    for (std::uint32_t i = 0; i < catalogue->objects.size(); ++i) {
        CAPTURE(i);
        check_same(catalogue->objects[i], scene.catalogue.objects[i]);
        check_same(
            read(reader, sample, catalogue, i), scene.snapshot.objects[i], catalogue->objects[i].columns);
    }
}

} // namespace

TEST_CASE("a block of Windows' form is read back as it was written") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const Scene scene = SceneMaker(seed, false).make();
        check_round_trip(scene, {.order = seed % 2 == 0 ? std::endian::little : std::endian::big,
                                    .lossless = false,
                                    .titles = seed % 3 == 0});
    }
}

TEST_CASE("a lossless block of a capture is read back as it was written") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const Scene scene = SceneMaker(seed, true).make();
        check_round_trip(scene, {.order = seed % 2 == 0 ? std::endian::little : std::endian::big,
                                    .lossless = true,
                                    .titles = seed % 3 == 0});
    }
}
