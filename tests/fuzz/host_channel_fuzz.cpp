// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the two ends of the channel to an isolated performance DLL take from it: the foreign code at one end
// can write anything. Properties: what is taken is whole and within its limits, and its objects can be read
// or are refused with an offset that lies in them.
//
// The first byte of the input selects the end (even: the program's, odd: the worker's); the rest is what
// the other end sends before it is gone.
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "require.h"
#include "require_offset.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_channel.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::source;

// What a socket holds without anybody reading it.
constexpr std::size_t longest_input = 0x8000;

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

void take_answers(int socket) {
    block::Schema schema({});
    block::SnapshotReader reader;
    std::vector<std::byte> bytes;
    while (const auto answer = provider::receive_answer(socket, bytes)) {
        require(bytes.size() == answer->bytes && bytes.size() <= provider::largest_sample);
        if (answer->status == 0) {
            read_sample(schema, reader, bytes, answer->objects);
        }
    }
}

void take_requests(int socket) {
    while (const auto request = provider::receive_request(socket)) {
        require(request->text.size() * sizeof(char16_t) <= provider::longest_request);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || size > longest_input) {
        return 0;
    }
    auto made = provider::HostSocket::make_pair();
    require(made.has_value());
    auto& [here, there] = made.value();
    require(provider::send_all(there.number(), std::as_bytes(std::span(data + 1, size - 1))));
    there.close();
    if (data[0] % 2 == 0) {
        take_answers(here.number());
    } else {
        take_requests(here.number());
    }
    require(!provider::send_message(here.number(), provider::HostRequest{})); // the other end is closed
    return 0;
}
