// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/seq_lock.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

using pdh_shim::SeqLock;

namespace {

struct Pair {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::uint8_t last = 0; // not a whole word
};

} // namespace

TEST_CASE("there is nothing to read before a value is published") {
    const SeqLock<Pair> published;
    Pair pair;
    CHECK_FALSE(published.read(pair));
}

TEST_CASE("the value last published is read whole") {
    SeqLock<Pair> published;
    published.publish({1, 2, 3});
    published.publish({4, 5, 6});
    Pair pair;
    REQUIRE(published.read(pair));
    CHECK(pair.left == 4);
    CHECK(pair.right == 5);
    CHECK(pair.last == 6);
}

TEST_CASE("no reader sees a value that is half published") {
    // Large, so that most of the time a new one is being written while one is read.
    using Numbers = std::array<std::uint64_t, 1'024>;
    SeqLock<Numbers> published;
    std::atomic<std::uint64_t> written{0};
    std::atomic<bool> ended{false};
    std::thread writer([&] {
        Numbers numbers;
        for (std::uint64_t i = 1; !ended.load(); ++i) {
            numbers.fill(i);
            published.publish(numbers);
            written.store(i);
        }
    });
    int torn = 0;
    Numbers numbers{};
    for (int i = 0; i < 50'000 || written.load() < 50'000; ++i) { // both have run at the same time
        torn += published.read(numbers) && numbers.front() != numbers.back() ? 1 : 0;
    }
    ended.store(true);
    writer.join();
    CHECK(torn == 0);
    CHECK(published.read(numbers));
}
