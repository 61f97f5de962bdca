// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/module.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

using pdh_shim::source::provider::GuardedBuffer;
using pdh_shim::source::provider::mark_bytes;

TEST_CASE("a guarded buffer may be written from its first to its last byte") {
    for (const std::size_t size :
        {std::size_t{8}, std::size_t{4096}, std::size_t{65'536}, std::size_t{70'008}}) {
        CAPTURE(size);
        auto made = GuardedBuffer::make(size);
        REQUIRE(made);
        const GuardedBuffer& buffer = made.value();
        CHECK(buffer.size() == size);
        CHECK(reinterpret_cast<std::uintptr_t>(buffer.data()) % 8 == 0);
        CHECK(std::all_of(
            buffer.data(), buffer.data() + size, [](std::byte byte) { return byte == std::byte{}; }));
        std::fill_n(buffer.data(), size, std::byte{1});
        CHECK(buffer.is_intact());
    }
}

TEST_CASE("a guarded buffer notices a byte that is written outside it, near or far") {
    constexpr std::ptrdiff_t size = 24;
    constexpr auto far = static_cast<std::ptrdiff_t>(mark_bytes);
    for (const std::ptrdiff_t place : {std::ptrdiff_t{-1}, -far, size, size + far - 1}) {
        CAPTURE(place);
        auto made = GuardedBuffer::make(size);
        REQUIRE(made);
        made.value().data()[place] = std::byte{0};
        CHECK_FALSE(made.value().is_intact());
    }
}

TEST_CASE("a guarded buffer can be moved") {
    auto made = GuardedBuffer::make(8);
    REQUIRE(made);
    GuardedBuffer moved(std::move(made).value());
    CHECK(moved.size() == 8);
    CHECK(moved.is_intact());
    GuardedBuffer assigned;
    CHECK(assigned.size() == 0);
    CHECK(assigned.is_intact());
    assigned = std::move(moved);
    assigned.data()[8] = std::byte{0};
    CHECK_FALSE(assigned.is_intact());
}
