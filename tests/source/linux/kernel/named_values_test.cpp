// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/named_values.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string_view>

using namespace pdh_shim::source::linux;

TEST_CASE("named values are found with and without colons and units, in any order") {
    constexpr std::array<std::string_view, 4> names{"MemFree", "pgfault", "VmPeak", "missing"};
    std::array<std::int64_t, 4> values{};
    parse_named_values("pgfault 7\nMemFree:   12 kB\nMemFreeze: 9\nVmPeak:\t  99 kB", names, values);
    CHECK(values == std::array<std::int64_t, 4>{12, 7, 99, unread});
}

TEST_CASE("a named value without a number counts as missing") {
    constexpr std::array<std::string_view, 1> names{"MemFree"};
    std::array<std::int64_t, 1> values{};
    parse_named_values("MemFree: unknown\n", names, values);
    CHECK(values[0] == unread);
}

TEST_CASE("the first of several values of a name counts, and an empty text has no values") {
    constexpr std::array<std::string_view, 2> names{"pgfault", "MemFree"};
    std::array<std::int64_t, 2> values{1, 2};
    parse_named_values("", names, values);
    CHECK(values == std::array<std::int64_t, 2>{unread, unread});
    parse_named_values("pgfault 1\npgfault 2\n", names, values);
    CHECK(values == std::array<std::int64_t, 2>{1, unread});
}

TEST_CASE("a name may have words before it") {
    constexpr std::array<std::string_view, 1> names{"MemFree:"};
    std::array<std::int64_t, 1> values{};
    parse_named_values("Node 0 MemFree: 12 kB\n", std::array<std::string_view, 1>{"MemFree"}, values, 2);
    CHECK(values[0] == 12);
    parse_named_values("Node 0 MemFree: 12 kB\n", names, values);
    CHECK(values[0] == unread);
}
