// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/number_text.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using pdh_shim::source::linux::append_number;

TEST_CASE("a number is appended in decimal digits, to a text of any characters") {
    std::string narrow = "a";
    append_number(narrow, 0);
    append_number(narrow, -42);
    append_number(narrow, INT64_MIN);
    CHECK(narrow == "a0-42-9223372036854775808");
    std::u16string wide;
    append_number(wide, INT64_MAX);
    CHECK(wide == u"9223372036854775807");
}
