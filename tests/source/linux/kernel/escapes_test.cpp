// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/escapes.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("mount points with blanks are unescaped") {
    CHECK(unescaped("/mnt/my\\040disk") == "/mnt/my disk");
    CHECK(unescaped("a\\011b\\012c\\134d") == "a\tb\nc\\d");
    CHECK(unescaped("\\04") == "\\04");
    CHECK(unescaped("\\048\\") == "\\048\\");
    CHECK(unescaped("\\777") == "\xFF");
}

TEST_CASE("paths whose instances would be the same have others") {
    CHECK(distinct_path_instance("/a/b") == "a_b");
    CHECK(distinct_path_instance("/a_b") == "a__b");
    CHECK(distinct_path_instance("/a/b_c") == "a_b__c");
    CHECK(distinct_path_instance("/") == "root");
}
