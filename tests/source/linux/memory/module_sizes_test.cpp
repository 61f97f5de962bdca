// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/module_sizes.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("the sizes of modules are added up, and lines without one are left out") {
    CHECK(parse_module_sizes("a 4096 0 - Live 0x0\nb 8192 1 a, Live 0x0\n") == 12'288);
    CHECK(parse_module_sizes("a\n\nb -5 0\nc x\nd 7") == 7);
    CHECK(parse_module_sizes("") == 0);
    CHECK(parse_module_sizes("a 9999999999999999999999\nb 1\n") == number_max);
}
