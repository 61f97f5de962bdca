// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../../block/blocks.h"
#include "block/layout.h"
#include "source/registry/wine_block.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace pdh_shim::model;
using namespace pdh_shim::block;
using namespace pdh_shim::source::registry;

namespace {

std::vector<std::byte> two_objects() {
    return block_of({object_of(definition_of(5000, Instances::multi, {raw_count}), {{u"a", {1}}}),
        object_of(definition_of(5100, Instances::none, {raw_count}), {{u"", {7}}})});
}

/// A block in a buffer with room behind it.
std::vector<std::byte> buffer_of(const std::vector<std::byte>& block) {
    std::vector<std::byte> buffer = block;
    buffer.resize(block.size() + 300, std::byte{0xAA});
    return buffer;
}

/// The same as Wine writes it.
std::vector<std::byte> with_gap(const std::vector<std::byte>& block) {
    std::vector<std::byte> buffer = buffer_of(block);
    clear_heads(buffer);
    const auto objects = block.begin() + test_header;
    std::copy(block.begin(), objects, buffer.begin());
    std::copy(objects, block.end(), buffer.begin() + test_header + wine_gap);
    return buffer;
}

bool begins_with(const std::vector<std::byte>& buffer, const std::vector<std::byte>& block) {
    return std::equal(block.begin(), block.end(), buffer.begin());
}

} // namespace

TEST_CASE("objects that Wine writes too far back are moved to the offset in the header") {
    const std::vector<std::byte> block = two_objects();
    std::vector<std::byte> buffer = with_gap(block);
    REQUIRE_FALSE(begins_with(buffer, block));
    close_wine_gap(buffer);
    CHECK(begins_with(buffer, block));
}

TEST_CASE("a correct block stays unchanged, with objects and without") {
    for (const std::vector<std::byte>& block : {two_objects(), block_of({})}) {
        std::vector<std::byte> buffer = buffer_of(block);
        const std::vector<std::byte> before = buffer;
        close_wine_gap(buffer);
        CHECK(buffer == before);
    }
}

TEST_CASE("a block with another error stays unchanged") {
    const std::vector<std::byte> shifted = with_gap(two_objects());
    const std::size_t first = test_header + wine_gap;
    const std::vector<std::vector<std::byte>> cases = {
        {}, std::vector<std::byte>(30), with_u32(shifted, layout::block::header_length, 8),
        with_u32(shifted, layout::block::header_length, 0xFFFFFFF8),
        with_u32(shifted, layout::block::total_length, 8),
        with_u32(shifted, layout::block::total_length, 0xFFFFFFF8),
        with_u32(shifted, layout::block::object_count, 0), with_u32(shifted, layout::block::object_count, 3),
        with_u32(shifted, layout::block::object_count, 0xFFFFFFFF), with_u32(shifted, first, 0),
        with_u32(shifted, first, 0xFFFFFFF8),
        std::vector<std::byte>(shifted.begin(), shifted.end() - 300 + wine_gap - 1), // its end is not there
    };
    for (const auto& item : cases) {
        std::vector<std::byte> buffer = item;
        close_wine_gap(buffer);
        CHECK(buffer == item);
    }
}
