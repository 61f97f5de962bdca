// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/log_zone.h"

#include <doctest/doctest.h>

using pdh_shim::tools::command::is_number_or_utc;

TEST_CASE("the library understands UTC and the minutes of a day, either way") {
    for (const auto* const zone : {"UTC", "0", "-330", "1440", "-1440"}) {
        CHECK(is_number_or_utc(zone));
    }
    for (const auto* const zone :
        {"", "utc", "local", "1441", "-1441", "+60", "60 ", "6x", "99999999999999999999"}) {
        CHECK_FALSE(is_number_or_utc(zone));
    }
}
