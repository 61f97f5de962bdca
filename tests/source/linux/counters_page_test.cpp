// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "counters_page.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

TEST_CASE("COUNTERS.md agrees with the tables; `ninja counters_page` makes it anew") {
    std::ifstream file(COUNTERS_PAGE, std::ios::binary);
    const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const bool is_current = page == pdh_shim::test::counters_page(); // the page is too long to be shown
    CHECK(is_current);
}
