// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "queue_messages.h"
#include "source/linux/network/queue_list.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::test::QueueMessages;

namespace {

using Lengths = std::vector<std::pair<std::string, std::int64_t>>; // of interfaces

Lengths lengths_of(const std::vector<OutputQueue>& queues) {
    Lengths lengths;
    for (const OutputQueue& queue : queues) {
        lengths.emplace_back(queue.interface, queue.packets);
    }
    return lengths;
}

} // namespace

TEST_CASE("the recorded queues of a machine have the lengths that tc showed there") {
    // veth0 had a token bucket with 72 packets, and veth2 classes with 20 packets in a queue below them.
    std::ifstream file(TEST_DATA "/../fuzz/corpus/queue_list/recorded", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<OutputQueue> queues;
    REQUIRE(parse_output_queues(std::as_bytes(std::span(text)), queues, std::endian::little));
    CHECK(lengths_of(queues) == Lengths{{"down0", 0}, {"down1", 0}, {"lo", 0}, {"veth0", 72}, {"veth1", 0},
                                    {"veth2", 20}, {"veth3", 0}});
}

TEST_CASE("queues are sorted by interface, and those below others are left out") {
    QueueMessages messages;
    messages.link(9, "a").link(2, "c").link(3, "b").done();
    messages.queue(9, 5)
        .queue(9, 6, 0x1'0000)
        .queue(2, UINT32_MAX)
        .queue(2, 1, 0xFFFF'FFF1)
        .queue(4, 1)
        .done();
    std::vector<OutputQueue> queues;
    REQUIRE(parse_output_queues(messages.bytes(), queues));
    CHECK(lengths_of(queues) == Lengths{{"a", 5}, {"b", 0}, {"c", UINT32_MAX}});
}

TEST_CASE("answers about queues that are cut or end with an error are not complete") {
    std::vector<OutputQueue> queues;
    QueueMessages messages;
    messages.link(2, "eth0").link(3, "eth1").done().queue(2, 1).queue(3, 1).done();
    for (std::size_t size = 0; size < messages.bytes().size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(parse_output_queues(messages.bytes().first(size), queues));
    }
    CHECK(parse_output_queues(messages.bytes(), queues));
    CHECK(parse_output_queues(QueueMessages().done().done().bytes(), queues));
    CHECK(queues.empty());
    CHECK_FALSE(parse_output_queues(QueueMessages().done().queue(2, 1).done(-12).bytes(), queues));
    CHECK_FALSE(parse_output_queues(QueueMessages().done(-12).done().bytes(), queues));
    CHECK_FALSE(parse_output_queues(QueueMessages().done().refused(-95).bytes(), queues));
}
