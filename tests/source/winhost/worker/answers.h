// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// What a Windows host answers to the calls of registry_calls.h.

namespace pdh_shim::source::winhost {

inline std::vector<std::byte> open_answer(std::uint32_t error, std::uint8_t last_byte_of_handle = 0) {
    std::vector<std::byte> bytes(19);
    bytes.push_back(static_cast<std::byte>(last_byte_of_handle));
    ByteWriter(bytes).u32(error);
    return bytes;
}

inline std::vector<std::byte> query_answer(
    std::uint32_t error, std::span<const std::byte> data, std::uint32_t needed = 0) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    const auto size = static_cast<std::uint32_t>(data.size());
    writer.u32(0x20014); // a pointer to the type: REG_BINARY
    writer.u32(3);
    writer.u32(0x20018); // to the data
    writer.u32(size);
    writer.u32(0);
    writer.u32(size);
    writer.bytes(data);
    writer.align(4);
    writer.u32(0x2001c); // to the room
    writer.u32(error == 0 ? size : needed);
    writer.u32(0x20020); // to how much was sent
    writer.u32(size);
    writer.u32(error);
    return bytes;
}

} // namespace pdh_shim::source::winhost
