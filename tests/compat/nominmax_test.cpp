// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// With NOMINMAX there are no min and max, so programs can have functions of these names.
#define NOMINMAX
#include <windows.h>

#include <doctest/doctest.h>

namespace {

const char* min(int, int) {
    return "the program's own";
}

} // namespace

TEST_CASE("NOMINMAX leaves the names to the program") {
    CHECK(*min(1, 2) == 't');
}
