// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/sketch_memory.h"

#include <doctest/doctest.h>

#include <cstddef>

using pdh_shim::tools::statistics::SketchMemory;

TEST_CASE("each sketch has its share, whatever the others take") {
    SketchMemory memory(30'000, 100);
    for (int i = 0; i < 100; ++i) {
        CHECK(memory.replace(0, 200));
        CHECK(memory.replace(200, 100));
        CHECK(memory.replace(100, 200));
    }
}

TEST_CASE("sketches take more than their share while it lasts, and give it back") {
    SketchMemory memory(30'000, 100);
    for (int i = 0; i < 10; ++i) {
        CHECK(memory.replace(200, 1200)); // 1000 of the rest
    }
    CHECK_FALSE(memory.replace(200, 201));
    CHECK(memory.replace(0, 200));
    CHECK(memory.replace(1200, 700));
    CHECK(memory.replace(0, 700));
    CHECK_FALSE(memory.replace(0, 201));
}

TEST_CASE("no sketch takes all that is left") {
    SketchMemory memory(30'000, 100);
    CHECK_FALSE(memory.replace(0, 1201));
    CHECK(memory.replace(0, 1200));
}

TEST_CASE("however many sketches there are, each may have the least") {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}}) {
        SketchMemory memory(bytes, 1'000'000);
        CHECK(memory.replace(0, SketchMemory::least));
    }
    CHECK(SketchMemory(3000, 0).replace(0, 2000));
}
