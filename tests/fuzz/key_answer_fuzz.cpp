// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a hostile Windows host sends, and what the library and pdh-windows-hosts send each other. Properties:
// nothing is read beyond the bytes; data lie in the answer; titles are ordered, each index once, and found by
// index and by text; a request that is read is the one that is written; an answer that is learnt can be read.
//
// The first byte chooses the parser.
#include "base/bytes.h"
#include "block/key_objects.h"
#include "names/title_list.h"
#include "require.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/registry_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

void check_titles(std::span<const std::byte> bytes) {
    const names::TitleList titles(bytes);
    for (std::size_t place = 0; place < titles.size(); ++place) {
        require(place == 0 || titles.index(place - 1) < titles.index(place));
        require(!titles.text(place).empty() && titles.find(titles.index(place)) == titles.text(place));
    }
    if (titles.size() != 0) {
        const auto indexes = titles.indexes_of(titles.text(0));
        require(std::ranges::find(indexes, titles.index(0)) != indexes.end());
    }
}

void check_answers(std::span<const std::byte> bytes) {
    if (const auto answer = read_query_answer(bytes)) {
        require(answer->data.empty() ||
                (answer->error == 0 && answer->data.data() >= bytes.data() &&
                    answer->data.data() + answer->data.size() <= bytes.data() + bytes.size()));
    }
    static_cast<void>(read_open_answer(bytes));
}

void check_request(std::span<const std::byte> bytes) {
    const auto request = read_request(bytes);
    if (!request) {
        return;
    }
    const auto written =
        encode_request(std::as_bytes(std::span(request->host)), request->time_out, request->value);
    require(std::ranges::equal(written, bytes));
    const auto host = encode_host(request->settings, request->settings.name);
    require(request->settings.port == 0 || as_text(host) == request->host);
}

void check_objects(std::span<const std::byte> bytes) {
    block::KeyObjects objects("host", {});
    block::KeySample sample;
    sample.bytes.assign(bytes.begin(), bytes.end());
    const auto header = sample.find_objects(sample.bytes.size());
    if (!header) {
        return;
    }
    objects.learn(sample, header.value());
    const auto catalogue = objects.catalogue();
    std::vector<model::ObjectRequest> requests;
    for (std::uint32_t object = 0; object < catalogue->objects.size(); ++object) {
        requests.push_back(
            {.object = object, .columns = std::vector<bool>(catalogue->objects[object].columns, true)});
    }
    model::Snapshot snapshot;
    snapshot.objects.resize(requests.size());
    objects.read(sample, header.value(), catalogue, requests, snapshot);
    for (model::ObjectSnapshot& object : snapshot.objects) {
        object.publish(nullptr);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    switch (data[0] % 4) {
    case 0:
        check_titles(bytes);
        break;
    case 1:
        check_answers(bytes);
        break;
    case 2:
        check_request(bytes);
        break;
    default:
        check_objects(bytes);
        break;
    }
    return 0;
}
