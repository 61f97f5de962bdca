// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a host sends in place of pmcd. The first byte of the input says how the others are divided.
// Properties: the division changes nothing, and what is let through are whole messages of allowed lengths,
// and the beginning of one more.
#include "require.h"
#include "source/pcp/pdu_headers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using pdh_shim::source::pcp::PduHeaders;

constexpr std::uint64_t longest = 300;

// How many bytes are taken, in portions.
std::size_t take(std::span<const std::byte> bytes, std::size_t portion) {
    PduHeaders headers(longest);
    std::size_t taken = 0;
    while (taken < bytes.size()) {
        const auto next = bytes.subspan(taken, std::min(portion, bytes.size() - taken));
        if (!headers.take(next)) {
            require(headers.length() < 12 || headers.length() > longest);
            break;
        }
        taken += next.size();
    }
    return taken;
}

// Where the first length that is not allowed ends, or all bytes.
std::size_t allowed(std::span<const std::byte> bytes) {
    std::size_t place = 0;
    while (bytes.size() - place >= 4) {
        std::size_t length = 0;
        for (const std::byte part : bytes.subspan(place, 4)) {
            length = length << 8U | std::to_integer<std::size_t>(part);
        }
        if (length < 12 || length > longest) {
            return place + 3;
        }
        if (length > bytes.size() - place) {
            break;
        }
        place += length;
    }
    return bytes.size();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::span bytes(reinterpret_cast<const std::byte*>(data + 1), size - 1);
    const std::size_t portion = std::size_t{data[0]} + 1;
    const std::size_t expected = allowed(bytes);
    require(take(bytes, 1) == expected);
    const std::size_t taken = take(bytes, portion);
    require(taken == (expected == bytes.size() ? expected : expected / portion * portion));
    return 0;
}
