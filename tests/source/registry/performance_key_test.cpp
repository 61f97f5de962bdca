// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/performance_key.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::registry;

TEST_CASE("a buffer grows until the answer fits") {
    std::vector<std::byte> buffer;
    int asked = 0;
    const auto ask = [&](std::span<std::byte> room) -> KeyAnswer {
        ++asked;
        constexpr std::size_t needed = 1'000'000;
        return room.size() < needed ? KeyAnswer{.error = KeyAnswer::more_data} : KeyAnswer{.bytes = needed};
    };
    const KeyAnswer answer = ask_growing(ask, buffer);
    CHECK(answer.error == KeyAnswer::success);
    CHECK(answer.bytes == 1'000'000);
    CHECK(asked > 1);

    asked = 0;
    CHECK(ask_growing(ask, buffer).bytes == 1'000'000);
    CHECK(asked == 1); // the room is still there
}

TEST_CASE("a query that always asks for a larger buffer is given up") {
    std::vector<std::byte> buffer;
    const auto insatiable = [](std::span<std::byte>) { return KeyAnswer{.error = KeyAnswer::more_data}; };
    CHECK(ask_growing(insatiable, buffer).error == KeyAnswer::more_data);
    CHECK(buffer.size() == largest_answer);
}

TEST_CASE("a query that fails with another error is not repeated") {
    std::vector<std::byte> buffer;
    int asked = 0;
    const auto denied = [&asked](std::span<std::byte>) {
        ++asked;
        return KeyAnswer{.error = 5};
    };
    CHECK(ask_growing(denied, buffer).error == 5);
    CHECK(asked == 1);
}

TEST_CASE("an answer is never longer than the buffer, whatever its length says") {
    std::vector<std::byte> buffer;
    const auto liar = [](std::span<std::byte>) { return KeyAnswer{.bytes = largest_answer}; };
    const KeyAnswer answer = ask_growing(liar, buffer);
    CHECK(answer.bytes == buffer.size());
}
