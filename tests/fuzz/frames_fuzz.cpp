// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a helper, or a program in the place of one, sends. The first byte of the input says how the others are
// divided. Properties: the division changes nothing; what is taken are whole frames within the limit; and
// nothing behind a head that exceeds it.
#include "helper/frames.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace pdh_shim::helper;

constexpr std::uint64_t longest = 300;

// All that is taken, as one sequence of bytes.
std::vector<std::byte> take(std::span<const std::byte> bytes, std::size_t portion) {
    FrameReader reader(longest);
    std::vector<std::byte> taken;
    while (!bytes.empty()) {
        const auto room = reader.room();
        require(!room.empty() && room.size() <= std::max<std::uint64_t>(longest, sizeof(FrameHead)));
        const auto next = bytes.first(std::min({portion, bytes.size(), room.size()}));
        std::ranges::copy(next, room.begin());
        bytes = bytes.subspan(next.size());
        const auto state = reader.take(next.size());
        if (state == FrameReader::State::invalid) {
            require(reader.room().empty());
            break;
        }
        if (state == FrameReader::State::whole) {
            const Frame& frame = reader.frame();
            const FrameHead head{.number = frame.number, .what = frame.what, .bytes = frame.body.size()};
            const auto head_bytes = std::as_bytes(std::span(&head, 1));
            taken.insert(taken.end(), head_bytes.begin(), head_bytes.end());
            taken.insert(taken.end(), frame.body.begin(), frame.body.end());
        }
    }
    return taken;
}

// How many bytes are whole frames.
std::size_t whole(std::span<const std::byte> bytes) {
    std::size_t place = 0;
    while (bytes.size() - place >= sizeof(FrameHead)) {
        FrameHead head;
        std::memcpy(&head, bytes.data() + place, sizeof head);
        if (head.bytes > longest || head.bytes > bytes.size() - place - sizeof head) {
            break;
        }
        place += sizeof head + static_cast<std::size_t>(head.bytes);
    }
    return place;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    const auto expected = bytes.first(whole(bytes));
    require(std::ranges::equal(take(bytes, 1), expected));
    require(std::ranges::equal(take(bytes, std::size_t{data[0]} + 1), expected));
    return 0;
}
