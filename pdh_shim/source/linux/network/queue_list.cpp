// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// <linux/netlink.h>, <linux/rtnetlink.h> and <linux/gen_stats.h> describe the layouts; the DLL is built
// without these headers.
#include "source/linux/network/queue_list.h"

#include "base/bytes.h"

#include <algorithm>

namespace pdh_shim::source::linux {
namespace {

using Bytes = std::span<const std::byte>;

struct MessageType {
    enum Number : std::uint16_t { error = 2, done = 3, link = 16, queue = 36 };
};
struct AttributeType {
    enum Number : std::uint16_t { link_name = 3, statistics = 7, queue_statistics = 3 };
};

constexpr std::uint32_t root_parent = 0xFFFF'FFFF; // of the discipline that packets enter
constexpr std::size_t message_header = 16;
constexpr std::size_t link_header = 16;  // struct ifinfomsg
constexpr std::size_t queue_header = 20; // struct tcmsg
constexpr std::size_t index_place = 4;   // in both
constexpr std::size_t parent_place = 12;

/// Where what follows something begins.
constexpr std::size_t aligned(std::size_t size) noexcept {
    return (size + 3) & ~std::size_t{3};
}

Bytes after(Bytes bytes, std::size_t header) noexcept {
    return bytes.subspan(std::min(header, bytes.size()));
}

/// The first attribute of a type; empty if there is none.
Bytes find_attribute(Bytes attributes, std::uint16_t type, std::endian order) {
    constexpr std::uint16_t flags = 0xC000;
    constexpr std::size_t header = 4;
    while (!attributes.empty()) {
        ByteReader reader(attributes, order);
        const std::size_t size = reader.u16(0);
        const auto found = static_cast<std::uint16_t>(reader.u16(2) & ~flags);
        const Bytes all = reader.part(0, size);
        if (!reader.ok() || size < header) {
            break;
        }
        if (found == type) {
            return all.subspan(header);
        }
        attributes = after(attributes, aligned(size));
    }
    return {};
}

void add_link(Bytes message, std::endian order, std::vector<OutputQueue>& queues) {
    ByteReader link(message, order);
    const std::int32_t index = link.i32(index_place);
    const std::string_view name =
        as_text(find_attribute(after(message, link_header), AttributeType::link_name, order));
    if (link.ok() && !name.empty()) {
        queues.push_back({.interface = name.substr(0, name.find('\0')), .index = index});
    }
}

/// `queues` are sorted by index.
void set_length(Bytes message, std::endian order, std::vector<OutputQueue>& queues) {
    ByteReader header(message, order);
    const std::int32_t index = header.i32(index_place);
    const bool is_entered = header.u32(parent_place) == root_parent;
    const Bytes statistics = find_attribute(after(message, queue_header), AttributeType::statistics, order);
    ByteReader queue(find_attribute(statistics, AttributeType::queue_statistics, order), order);
    const std::uint32_t packets = queue.u32(0);
    const auto link = std::ranges::lower_bound(queues, index, {}, &OutputQueue::index);
    if (is_entered && queue.ok() && link != queues.end() && link->index == index) {
        link->packets = packets;
    }
}

/// Calls `take` with the messages of an answer; they are taken from `messages`.
/// @return false if the answer is not complete, or reports an error
template <class Take>
bool take_answer(Bytes& messages, std::uint16_t type, std::endian order, const Take& take) {
    for (;;) {
        ByteReader reader(messages, order);
        const std::size_t size = reader.u32(0);
        const std::uint16_t found = reader.u16(4);
        const Bytes all = reader.part(0, size);
        if (!reader.ok() || size < message_header || found == MessageType::error) {
            return false;
        }
        messages = after(messages, aligned(size));
        const Bytes message = after(all, message_header);
        if (found == MessageType::done) {
            return ByteReader(message, order).i32(0) >= 0; // else the error that ended it
        }
        if (found == type) {
            take(message);
        }
    }
}

} // namespace

bool parse_output_queues(Bytes messages, std::vector<OutputQueue>& queues, std::endian order) {
    queues.clear();
    if (!take_answer(
            messages, MessageType::link, order, [&](Bytes message) { add_link(message, order, queues); })) {
        return false;
    }
    std::ranges::sort(queues, {}, &OutputQueue::index);
    if (!take_answer(messages, MessageType::queue, order,
            [&](Bytes message) { set_length(message, order, queues); })) {
        return false;
    }
    std::ranges::sort(queues, {}, &OutputQueue::interface);
    return true;
}

} // namespace pdh_shim::source::linux
