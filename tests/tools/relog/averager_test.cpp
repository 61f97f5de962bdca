// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/averager.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <optional>
#include <vector>

using namespace pdh_shim::tools;

using relog::Averager;
using relog::parse_interval;

namespace {

constexpr std::int64_t second = 10'000'000;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

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
    averager.add(301 * second, 60, std::array{1.0, none});
    averager.add(450 * second, 60, std::array{2.0, none});
    CHECK_FALSE(averager.begins_another(600 * second));
    averager.add(600 * second, 0, std::array{6.0, 7.0});
    CHECK(averager.begins_another(600 * second + 1));
    CHECK(averager.begins_another(300 * second)); // the clock was set back
    const auto mean = averager.take();
    CHECK(mean.local_time == 600 * second);
    CHECK(mean.bias_minutes == 0);
    CHECK(mean.values == Values{3.0, 7.0});
    CHECK_FALSE(averager.has_samples());
    averager.add(601 * second, std::nullopt, std::array{none, 1.0});
    CHECK(averager.take().values == Values{std::nullopt, 1.0});
}

TEST_CASE("an interval at the end of all times ends with them") {
    constexpr auto last = std::numeric_limits<std::int64_t>::max();
    Averager averager(300 * second);
    averager.add(last - 1, 0, std::array{1.0});
    CHECK_FALSE(averager.begins_another(last));
    CHECK(averager.take().local_time == last);
    averager.add(-1, 0, std::array{1.0});
    CHECK(averager.take().local_time == 0);
    averager.add(std::numeric_limits<std::int64_t>::min(), 0, std::array{1.0});
    CHECK(averager.take().local_time <= 0);
}
