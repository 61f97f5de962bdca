// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/averager.h"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

using namespace pdh_shim::tools;

using relog::Averager;
using relog::parse_interval;

namespace {

constexpr std::int64_t second = 10'000'000;

using Values = std::vector<std::optional<double>>;

} // namespace

TEST_CASE("an interval is a number with a unit, or as typeperf takes it") {
    CHECK(parse_interval("30s") == 30 * second);
    CHECK(parse_interval("5m") == 300 * second);
    CHECK(parse_interval("2H") == 7200 * second);
    CHECK(parse_interval("1d") == 86'400 * second);
    CHECK(parse_interval("15") == 15 * second);
    CHECK(parse_interval("1:30") == 90 * second);
    for (const char* const text :
        {"", "m", "0", "0m", "5x", "-5m", "5 m", "1.5h", "367d", "99999999999999999999s"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_interval(text));
    }
}

TEST_CASE("an interval ends with the record at its end") {
    Averager averager(300 * second);
    CHECK_FALSE(averager.has_samples());
    CHECK_FALSE(averager.begins_another(0));
    averager.add({.local_time = 301 * second, .values = Values{1.0, std::nullopt}, .bias_minutes = 60});
    averager.add({.local_time = 450 * second, .values = Values{2.0, std::nullopt}, .bias_minutes = 60});
    CHECK_FALSE(averager.begins_another(600 * second));
    averager.add({.local_time = 600 * second, .values = Values{6.0, 7.0}, .bias_minutes = 0});
    CHECK(averager.begins_another(600 * second + 1));
    CHECK(averager.begins_another(300 * second)); // the clock was set back
    const auto mean = averager.take();
    CHECK(mean.local_time == 600 * second);
    CHECK(mean.bias_minutes == 0);
    CHECK(mean.values == Values{3.0, 7.0});
    CHECK_FALSE(averager.has_samples());
    averager.add({.local_time = 601 * second, .values = Values{std::nullopt, 1.0}});
    CHECK(averager.take().values == Values{std::nullopt, 1.0});
}
