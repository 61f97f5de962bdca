// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"
#include "base/striped.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

using SixteenMutexes = pdh_shim::Striped<pdh_shim::ForkMutex, 16, pdh_shim::Rank::leaf>;

TEST_CASE("numbers use the mutexes in turn") {
    SixteenMutexes striped;
    std::set<const void*> used;
    for (std::size_t number = 0; number < 32; ++number) {
        used.insert(&striped.of_number(number));
        CHECK(&striped.of_number(number) == &striped.of_number(number + 16));
    }
    CHECK(used.size() == 16);
}

TEST_CASE("addresses are spread over the mutexes, and each keeps its one") {
    SixteenMutexes striped;
    std::array<std::array<int, 16>, 200> objects{};
    std::set<const void*> used;
    for (const auto& object : objects) {
        used.insert(&striped.of(&object));
        CHECK(&striped.of(&object) == &striped.of(&object));
    }
    CHECK(used.size() == 16);
}
