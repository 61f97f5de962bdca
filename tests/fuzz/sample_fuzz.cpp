// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What an isolated performance DLL says that it has collected: the foreign code can write anything. Property:
// its objects can be read, or are refused with an offset that lies in them.
//
// The first four bytes of the input say how many objects there are.
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "require.h"
#include "require_offset.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;

Result<void, Failure> learn(block::Schema& schema, block::BlockObjects& sample,
    std::span<const std::byte> bytes, std::uint32_t objects) {
    PDH_SHIM_CHECK(sample.add_objects(bytes, objects));
    return schema.learn(sample);
}

void read_sample(block::Schema& schema, block::SnapshotReader& reader, std::span<const std::byte> bytes,
    std::uint32_t objects) {
    block::BlockObjects sample;
    if (const auto learnt = learn(schema, sample, bytes, objects); !learnt) {
        require_offset(learnt.error(), bytes.size());
        return;
    }
    const auto catalogue = schema.catalogue();
    for (std::uint32_t object = 0; object < catalogue->objects.size(); ++object) {
        const ObjectRequest request{
            .object = object, .columns = std::vector<bool>(catalogue->objects[object].columns, true)};
        ObjectSnapshot snapshot;
        if (const auto read = reader.read(sample, catalogue, request, 0, snapshot); !read) {
            require_offset(read.error(), bytes.size());
        }
        snapshot.publish(nullptr);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::uint32_t objects = 0;
    if (size < sizeof objects) {
        return 0;
    }
    std::memcpy(&objects, data, sizeof objects);
    block::Schema schema({});
    block::SnapshotReader reader;
    // At a multiple of 8, as in an answer.
    std::vector<std::uint64_t> sample((size - sizeof objects + 7) / 8);
    std::memcpy(sample.data(), data + sizeof objects, size - sizeof objects);
    read_sample(schema, reader, std::as_bytes(std::span(sample)).first(size - sizeof objects), objects);
    return 0;
}
