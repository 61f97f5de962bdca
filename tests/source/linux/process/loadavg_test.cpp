// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/loadavg.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("threads and the newest task are read, or are unread") {
    CHECK(parse_thread_count("0.00 0.04 0.01 2/91 5627\n") == 91);
    CHECK(parse_thread_count("0.00") == unread);
    CHECK(parse_thread_count("0.00 2/") == unread);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91 5627\n") == 5627);
    CHECK(parse_newest_task("0.00 0.04 0.01 2/91") == unread);
}
