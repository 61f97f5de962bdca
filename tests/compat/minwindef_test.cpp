// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// min and max, which are macros on Windows. Compiled at -O2, where a reference to a parameter shows as
// garbage.
#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): compat's own
#include <string>
#include <type_traits>

extern "C" DWORD smaller_in_c(DWORD a, DWORD b); // minwindef_c.c

namespace {

/// What a program of Windows writes, in a scope with all of std.
DWORD smaller_with_std(DWORD a, DWORD b) {
    using namespace std;
    return min(a, b) + std::min(a, b);
}

} // namespace

TEST_CASE("min and max of two variables of one type are values, not dangling references") {
    DWORD a = 10;
    DWORD b = 7;
    char text[32];
    snprintf(text, sizeof text, "%u %u", min(a, b), max(a, b));
    CHECK(std::string(text) == "7 10");
    static_assert(!std::is_reference_v<decltype(min(a, b))>);
    static_assert(!std::is_reference_v<decltype(max(a, b))>);
    static_assert(!std::is_reference_v<decltype(__min(a, b))>);
    const auto& kept = min(a, b);
    a = b = 0;
    CHECK(kept == 7);
}

TEST_CASE("min and max work with mixed types, constants, pointers, and beside std's") {
    static_assert(min(3, 4.5) == 3.0);
    static_assert(max(3LL, 4) == 4);
    static_assert(std::is_same_v<decltype(max(3LL, 4)), long long>);
    static_assert(std::is_same_v<decltype(min(WORD{1}, WORD{2})), WORD>);
    char room[min(8, 16)];
    CHECK(sizeof room == 8);
    const char* const end = room + sizeof room;
    CHECK(min(end, static_cast<const char*>(room)) == room);
    CHECK(smaller_with_std(4, 3) == 6);
    CHECK(__max(2, 3) == 3);
    CHECK(__min(2.5, 3) == 2.5);
}

TEST_CASE("min and max in C") {
    CHECK(smaller_in_c(3, 5) == 8);
}
