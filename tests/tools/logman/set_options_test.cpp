// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace pdh_shim::tools;

using logman::parse_threshold;
using terminal::UsageError;

TEST_CASE("a threshold is a counter, a direction and a number") {
    const auto upper = parse_threshold("\\Process(a>b)\\% Processor Time > 90.5");
    CHECK(upper.path == "\\Process(a>b)\\% Processor Time");
    CHECK(upper.is_upper);
    CHECK(upper.limit == 90.5);
    CHECK_FALSE(parse_threshold("\\Memory\\Available MBytes<100").is_upper);
    CHECK(logman::threshold_text(upper) == "\\Process(a>b)\\% Processor Time>90.5");
    for (const auto* const text :
        {"", ">", "\\a\\b", "\\a\\b>", "\\a\\b>x", ">5", "\\a\\b>inf", "\\a\\b>5 MB"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_threshold(text)), UsageError);
    }
}

TEST_CASE("the name of a set is a part of the names of files") {
    for (const auto* const name : {"web", "a b", "\xC3\xA4", "a.b", "-x"}) {
        CAPTURE(name);
        CHECK_NOTHROW(logman::check_set_name(name));
    }
    for (const std::string& name :
        std::array<std::string, 6>{"", ".", "..", "a/b", "a\nb", std::string(201, 'a')}) {
        CAPTURE(name);
        CHECK_THROWS_AS(logman::check_set_name(name), UsageError);
    }
}
