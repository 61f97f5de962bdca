// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/memory/swap_text.h"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("lines of swaps that are cut are left out") {
    std::vector<pdh_shim::source::linux::SwapLine> swaps;
    pdh_shim::source::linux::parse_swaps("headings\n/a file 10\n/b file x 1\n/c file 10 2", swaps);
    REQUIRE(swaps.size() == 1);
    CHECK(swaps[0].path == "/c");
    CHECK(swaps[0].used_kilobytes == 2);
}
