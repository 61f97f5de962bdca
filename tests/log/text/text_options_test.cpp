// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/text_options.h"

#include <doctest/doctest.h>

using namespace pdh_shim::log::text;

TEST_CASE("what the user says of text logs is in force until something else is said") {
    CHECK(text_options().encoding.empty());
    CHECK_FALSE(text_options().decimal.has_value());
    CHECK_FALSE(text_options().dates.has_value());
    set_text_options({.encoding = "CP932", .decimal = DecimalSign::comma, .dates = DateOrder::day_first});
    CHECK(text_options().encoding == "CP932");
    CHECK(text_options().decimal == DecimalSign::comma);
    CHECK(text_options().dates == DateOrder::day_first);
    set_text_options({});
    CHECK(text_options().encoding.empty());
}
