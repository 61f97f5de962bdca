// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The kernel's answers to RTM_GETLINK and RTM_GETQDISC. Properties: the queues are sorted by the names of
// their interfaces, which lie in the messages, and their lengths have 32 bits; answers that were cut
// are not complete.
#include "base/bytes.h"
#include "require.h"
#include "source/linux/network/queue_list.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace pdh_shim::source::linux;
    const auto messages = std::as_bytes(std::span(data, size));
    std::vector<OutputQueue> queues;
    const bool is_complete = parse_output_queues(messages, queues, std::endian::little);
    if (is_complete) {
        require(std::ranges::is_sorted(queues, {}, &OutputQueue::interface));
    }
    const std::string_view text = pdh_shim::as_text(messages);
    for (const OutputQueue& queue : queues) {
        require(queue.packets >= 0 && queue.packets <= UINT32_MAX);
        require(queue.interface.data() >= text.data() &&
                queue.interface.data() + queue.interface.size() <= text.data() + text.size());
    }
    // A separate copy, so that the sanitizer sees its end.
    const std::vector<std::byte> cut(messages.begin(), messages.end() - (messages.empty() ? 0 : 1));
    std::vector<OutputQueue> fewer;
    const bool is_cut_complete = parse_output_queues(cut, fewer, std::endian::little);
    require(is_complete || !is_cut_complete);
    require(fewer.size() <= queues.size());
    return 0;
}
