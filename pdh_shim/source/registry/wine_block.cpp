// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/wine_block.h"

#include "block/layout.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace pdh_shim::source::registry {
namespace {

namespace layout = block::layout;

// Headers end in the name of the computer; all of them end before this.
constexpr std::size_t longest_header = 1024;

// Of this machine's byte order; 0 where there are no such bytes.
std::size_t number_at(std::span<const std::byte> bytes, std::size_t offset) noexcept {
    std::uint32_t number = 0;
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof number) {
        std::memcpy(&number, bytes.data() + offset, sizeof number);
    }
    return number;
}

// Whether this number of objects is here, one after the other, up to the end of the bytes.
bool are_objects(std::span<const std::byte> bytes, std::size_t count) noexcept {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t length = number_at(bytes, offset + layout::object::total_length);
        if (length < layout::object::size || length > bytes.size() - offset) {
            return false;
        }
        offset += length;
    }
    return offset == bytes.size();
}

} // namespace

void clear_heads(std::span<std::byte> buffer) noexcept {
    std::ranges::fill(buffer.first(std::min(buffer.size(), longest_header)), std::byte{0});
}

void close_wine_gap(std::span<std::byte> buffer) noexcept {
    const std::size_t header = number_at(buffer, layout::block::header_length);
    const std::size_t total = number_at(buffer, layout::block::total_length);
    const std::size_t count = number_at(buffer, layout::block::object_count);
    if (header < layout::block::size || total < header || total > buffer.size() ||
        buffer.size() - total < wine_gap) {
        return;
    }
    const auto objects = buffer.subspan(header, total - header);
    const auto moved = buffer.subspan(header + wine_gap, objects.size());
    if (!are_objects(objects, count) && are_objects(moved, count)) {
        std::memmove(objects.data(), moved.data(), objects.size());
    }
}

} // namespace pdh_shim::source::registry
