// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Blocks that are read, written, read and written again: the reader accepts whatever the writer makes of a
// block that the reader accepts, with the same content, to the byte.
//
// The first byte of the input selects the format: bit 0 big-endian, bit 1 lossless, bit 2 with titles, bit 3
// every second column only. The rest is one performance data block.
#include "block/block.h"
#include "block/block_writer.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;

// The content of one block.
struct Content {
    BlockHeader header;
    std::shared_ptr<const Catalogue> catalogue;
    std::vector<ObjectSnapshot> snapshots; // one for each object of the catalogue
};

std::optional<Content> read_block(std::span<const std::byte> bytes) {
    BlockObjects sample;
    auto header = sample.add_block(bytes);
    Schema schema({});
    if (!header || !schema.learn(sample)) {
        return std::nullopt;
    }
    schema.set_perf_freq(header.value().perf_freq);
    Content content{.header = std::move(header).value(), .catalogue = schema.catalogue(), .snapshots = {}};
    SnapshotReader reader;
    for (std::uint32_t object = 0; object < content.catalogue->objects.size(); ++object) {
        const std::uint32_t columns = content.catalogue->objects[object].columns;
        const ObjectRequest request{.object = object, .columns = std::vector<bool>(columns, true)};
        ObjectSnapshot& snapshot = content.snapshots.emplace_back();
        if (!reader.read(sample, content.catalogue, request, content.header.perf_time, snapshot)) {
            return std::nullopt;
        }
        snapshot.publish(nullptr);
    }
    return content;
}

// As a query asks: with what the counters' values are read together with.
std::vector<bool> every_second_column(const ObjectDef& object) {
    std::vector<bool> chosen(object.columns);
    for (std::uint32_t column = 0; column < object.counters.size(); column += 2) {
        const CounterDef& counter = object.counters[column];
        for (const std::uint32_t needed : {column, counter.base, counter.multi}) {
            if (needed != no_column) {
                chosen[needed] = true;
            }
        }
    }
    return chosen;
}

std::vector<ObjectToWrite> objects_of(const Content& content, bool some_columns) {
    std::vector<ObjectToWrite> objects;
    for (std::size_t i = 0; i < content.snapshots.size(); ++i) {
        const ObjectDef& definition = content.catalogue->objects[i];
        ObjectToWrite& object = objects.emplace_back();
        object.definition = &definition;
        object.snapshot = &content.snapshots[i];
        object.title_index = definition.title_index;
        std::ranges::transform(
            definition.counters, std::back_inserter(object.counter_titles), &CounterDef::title_index);
        if (some_columns) {
            object.columns = every_second_column(definition);
        }
    }
    return objects;
}

std::vector<std::byte> write(const Content& content, const BlockFormat& format, bool some_columns = false) {
    const BlockClocks clocks{.perf_time = content.header.perf_time,
        .perf_freq = content.header.perf_freq,
        .time_100ns = content.header.time_100ns,
        .system_time = content.header.system_time};
    std::vector<std::byte> bytes;
    require(write_block(objects_of(content, some_columns), clocks, content.header.machine, format, bytes)
                .has_value());
    return bytes;
}

// Each value that was valid is the same, if all of its bits were written.
void check_values(const Content& one, const Content& other) {
    require(one.snapshots.size() == other.snapshots.size());
    for (std::size_t i = 0; i < one.snapshots.size(); ++i) {
        const ObjectSnapshot& here = one.snapshots[i];
        const ObjectSnapshot& there = other.snapshots[i];
        require(here.rows() == there.rows() && here.status() == there.status());
        for (std::size_t row = 0; row < here.rows(); ++row) {
            for (std::uint32_t column = 0; column < one.catalogue->objects[i].counters.size(); ++column) {
                require(here.is_valid(row, column) == there.is_valid(row, column));
                require(!here.is_valid(row, column) || here.cell(row, column) == there.cell(row, column));
            }
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto has_bit = [&](unsigned bit) { return (data[0] >> bit & 1U) != 0; };
    const BlockFormat format{.order = has_bit(0) ? std::endian::big : std::endian::little,
        .lossless = has_bit(1),
        .titles = has_bit(2)};
    const auto first = read_block(bytes.subspan(1));
    if (!first) {
        return 0;
    }
    const std::vector<std::byte> written = write(*first, format, has_bit(3));
    const auto second = read_block(written);
    require(second.has_value());
    if (format.lossless && !has_bit(3)) {
        check_values(*first, *second);
    }
    require(write(*second, format) == written);
    return 0;
}
