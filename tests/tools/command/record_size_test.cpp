// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/record_size.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::megabytes_per_hour;
using command::OutputFormat;

TEST_CASE("an hour of a text log takes as much as its rows") {
    const auto second = megabytes_per_hour({R"(\Memory\Available MBytes)"}, OutputFormat::csv, 1s, nullptr);
    const auto minute = megabytes_per_hour({R"(\Memory\Available MBytes)"}, OutputFormat::csv, 60s, nullptr);
    if (second && minute) { // the computer has this counter
        CHECK(*second == doctest::Approx(*minute * 60).epsilon(0.2));
        CHECK(*second > 30.0 * 3600 / (1 << 20)); // "01/02/2026 03:04:05.678","0"
        CHECK(*second < 60.0 * 3600 / (1 << 20));
    }
}

TEST_CASE("an hour of a binary log takes more with more counters") {
    const auto one = megabytes_per_hour({R"(\Memory\Available MBytes)"}, OutputFormat::bin, 1s, nullptr);
    const auto more = megabytes_per_hour({R"(\Memory\*)"}, OutputFormat::bin, 1s, nullptr);
    if (one && more) {
        CHECK(*one > 0);
        CHECK(*more > *one);
    }
}

TEST_CASE("what cannot be measured has no size") {
    CHECK_FALSE(megabytes_per_hour({}, OutputFormat::csv, 1s, nullptr).has_value());
    CHECK_FALSE(megabytes_per_hour({R"(\Nonsense\x)"}, OutputFormat::csv, 1s, nullptr).has_value());
    CHECK_FALSE(megabytes_per_hour({R"(\Memory\*)"}, OutputFormat::sql, 1s, nullptr).has_value());
}

TEST_CASE("small sizes have decimals") {
    CHECK(command::size_estimate(0.123) == "Estimate: 0.12 MB an hour.");
    CHECK(command::size_estimate(1234.5) == "Estimate: 1234 MB an hour.");
}
