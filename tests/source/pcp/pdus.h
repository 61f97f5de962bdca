// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::test {

using Bytes = std::vector<std::byte>;

/// A message of this length, with a body that is not zero.
inline Bytes pdu(std::uint32_t announced, std::size_t size) {
    Bytes bytes(size, std::byte{0xAA});
    for (std::size_t i = 0; i < std::min<std::size_t>(4, size); ++i) {
        bytes[i] = static_cast<std::byte>(announced >> (24U - 8U * static_cast<unsigned>(i)));
    }
    return bytes;
}

inline Bytes pdu(std::uint32_t size) {
    return pdu(size, size);
}

} // namespace pdh_shim::test
