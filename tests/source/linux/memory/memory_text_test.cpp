// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/memory_text.h"

#include <doctest/doctest.h>

#include <vector>

using namespace pdh_shim::source::linux;

TEST_CASE("the sizes of modules are added up, and lines without one are left out") {
    CHECK(parse_module_sizes("a 4096 0 - Live 0x0\nb 8192 1 a, Live 0x0\n") == 12'288);
    CHECK(parse_module_sizes("a\n\nb -5 0\nc x\nd 7") == 7);
    CHECK(parse_module_sizes("") == 0);
    CHECK(parse_module_sizes("a 9999999999999999999999\nb 1\n") == number_max);
}

TEST_CASE("lines of swaps that are cut are left out") {
    std::vector<pdh_shim::source::linux::SwapLine> swaps;
    pdh_shim::source::linux::parse_swaps("headings\n/a file 10\n/b file x 1\n/c file 10 2", swaps);
    REQUIRE(swaps.size() == 1);
    CHECK(swaps[0].path == "/c");
    CHECK(swaps[0].used_kilobytes == 2);
}
