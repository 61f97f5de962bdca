// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/numbered_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

using pdh_shim::NumberedList;

namespace {

using Pointers = NumberedList<std::shared_ptr<int>>;

std::shared_ptr<int> value(int number) {
    return std::make_shared<int>(number);
}

std::vector<int> values(const Pointers& list) {
    std::vector<int> values;
    list.for_each([&](const std::shared_ptr<int>& value) { values.push_back(*value); });
    return values;
}

} // namespace

TEST_CASE("a numbered list has its values in the order of their numbers") {
    Pointers list;
    list.add(3, value(30));
    list.add(5, value(50));
    list.add(4, value(40)); // by a thread that was slower
    list.add(1, value(10));
    CHECK(values(list) == std::vector<int>{10, 30, 40, 50});
    CHECK(list.size() == 4);
    CHECK(*list.first() == 10);
}

TEST_CASE("what is removed from a numbered list is given back, once") {
    Pointers list;
    list.add(1, value(10));
    list.add(2, value(20));
    CHECK(*list.remove(2) == 20);
    CHECK(list.remove(2) == nullptr);
    CHECK(list.remove(7) == nullptr);
    CHECK(values(list) == std::vector<int>{10});
    CHECK(*list.remove(1) == 10);
    CHECK(list.size() == 0);
    CHECK(list.remove(1) == nullptr);
}

TEST_CASE("the first value of a numbered list is behind those that were removed") {
    Pointers list;
    for (int i = 0; i < 10; ++i) {
        list.add(static_cast<std::uint64_t>(i), value(i));
    }
    for (const std::uint64_t number : std::array<std::uint64_t, 3>{2, 0, 1}) {
        static_cast<void>(list.remove(number));
    }
    CHECK(*list.first() == 3);
    list.add(10, value(10));
    CHECK(*list.first() == 3);
    for (std::uint64_t number = 3; number < 10; ++number) {
        CHECK(*list.first() == static_cast<int>(number));
        static_cast<void>(list.remove(number));
    }
    CHECK(*list.first() == 10);
    CHECK(list.size() == 1);
}

TEST_CASE("a numbered list that was emptied takes values again") {
    Pointers list;
    for (std::uint64_t round = 0; round < 3; ++round) {
        list.add(2 * round, value(1));
        list.add(2 * round + 1, value(2));
        CHECK(values(list) == std::vector<int>{1, 2});
        static_cast<void>(list.remove(2 * round + 1));
        static_cast<void>(list.remove(2 * round));
        CHECK(list.size() == 0);
        CHECK(values(list).empty());
    }
}

TEST_CASE("values leave a numbered list in any order") {
    constexpr std::size_t count = 1000;
    constexpr std::size_t step = 389; // has no divisor in common with 1000
    Pointers list;
    for (std::size_t number = 0; number < count; ++number) {
        list.add(number, value(static_cast<int>(number)));
    }
    std::vector<bool> is_there(count, true);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = i * step % count;
        REQUIRE(*list.remove(number) == static_cast<int>(number));
        is_there[number] = false;
        if (list.size() != 0) {
            const auto first = std::find(is_there.begin(), is_there.end(), true) - is_there.begin();
            REQUIRE(*list.first() == static_cast<int>(first));
        }
        REQUIRE(list.size() == count - i - 1);
        REQUIRE(values(list).size() == list.size());
    }
}
