// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/sample_clock.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string_view>

using pdh_shim::Instant;
using pdh_shim::source::script::continue_clocks;
using pdh_shim::source::script::parse_system_time;
using pdh_shim::source::script::rescale;
using pdh_shim::source::script::start_clocks;

namespace {

constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t start_of_2026 = 134'116'992'000'000'000;

void check_clocks(
    const Instant& clocks, std::int64_t perf_time, std::int64_t time_100ns, std::int64_t system_time) {
    CHECK(clocks.perf_time == perf_time);
    CHECK(clocks.time_100ns == time_100ns);
    CHECK(clocks.system_time == system_time);
}

} // namespace

TEST_CASE("a system time is a FILETIME") {
    struct Row {
        std::string_view text;
        std::int64_t file_time;
    };
    const Row rows[] = {
        {"1601-01-01T00:00:00Z", 0},
        {"1601-01-01T00:00:00.0000001Z", 1},
        {"1970-01-01T00:00:00Z", 116'444'736'000'000'000},
        {"2000-02-29T12:34:56.5Z", 125'963'012'965'000'000},
        {"2026-01-01T00:00:00.000Z", start_of_2026},
        {"2026-01-01T00:00:00.000000199Z", start_of_2026 + 1},
        {"9999-12-31T23:59:59.9999999Z", 2'650'467'743'999'999'999},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(parse_system_time(row.text) == row.file_time);
    }
}

TEST_CASE("a text that is not a UTC time of ISO 8601 is refused") {
    for (const std::string_view text :
        {"", "2026", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00+01:00",
            "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.0000000001Z", "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "1600-12-31T00:00:00Z", "2026-01-01T00:00:00Zx",
            "-026-01-01T00:00:00Z", "2026-1-01T00:00:00Z", "x026-01-01T00:00:00Z"}) {
        CAPTURE(text);
        CHECK(!parse_system_time(text).has_value());
    }
}

TEST_CASE("ticks are rescaled exactly and toward zero") {
    CHECK(rescale(5, 10, 10) == 5);
    CHECK(rescale(3, 2, 1'000) == 1'500);
    CHECK(rescale(7, 4, 2) == 3);
    CHECK(rescale(-7, 4, 2) == -3);
    CHECK(rescale(max, 1'000'000'000'000, 10'000'000) == 92'233'720'368'547);
    CHECK(rescale(max, max, 10'000'000) == 10'000'000);
}

TEST_CASE("rescaling ends at the ends of the range") {
    CHECK(rescale(max, 1, 2) == max);
    CHECK(rescale(min, 1, 2) == min);
    CHECK(rescale(max, 1, max) == max);
    CHECK(rescale(max / 2, 3, 3'000'000'000) == max);
}

TEST_CASE("the first sample starts the clocks that are not given") {
    check_clocks(start_clocks({}, 1'000), 0, 0, start_of_2026);
    check_clocks(start_clocks({.system_time = 5}, 1'000), 0, 0, 5);
    check_clocks(start_clocks({.perf_time = 2'000}, 1'000), 2'000, 20'000'000, start_of_2026 + 20'000'000);
    check_clocks(
        start_clocks({.time_100ns = 20'000'000}, 1'000), 2'000, 20'000'000, start_of_2026 + 20'000'000);
    check_clocks(start_clocks({.perf_time = 1, .time_100ns = 2, .system_time = 3}, 1'000), 1, 2, 3);
}

TEST_CASE("a clock that is not given advances as much as the first given one") {
    const Instant before{.perf_time = 1'000, .time_100ns = 50, .system_time = 7};
    check_clocks(continue_clocks(before, {.perf_time = 1'500}, 1'000), 1'500, 5'000'050, 5'000'007);
    check_clocks(continue_clocks(before, {.time_100ns = 20'050}, 1'000), 1'002, 20'050, 20'007);
    check_clocks(continue_clocks(before, {.system_time = 10'007}, 1'000), 1'001, 10'050, 10'007);
    check_clocks(
        continue_clocks(before, {.perf_time = 2'000, .system_time = 9}, 1'000), 2'000, 10'000'050, 9);
}

TEST_CASE("samples without clocks are a second apart") {
    const Instant before{.perf_time = 1'000, .time_100ns = 50, .system_time = 7};
    check_clocks(continue_clocks(before, {}, 1'000), 2'000, 10'000'050, 10'000'007);
}

TEST_CASE("a clock may go back, and takes the others along") {
    const Instant before{.perf_time = 1'000, .time_100ns = 50'000'000, .system_time = 60'000'000};
    check_clocks(continue_clocks(before, {.perf_time = 0}, 1'000), 0, 40'000'000, 50'000'000);
}

TEST_CASE("clocks stop at the ends of their range") {
    const Instant late{.perf_time = max, .time_100ns = max, .system_time = max};
    check_clocks(continue_clocks(late, {}, 10'000'000), max, max, max);
    check_clocks(continue_clocks(late, {.time_100ns = min}, 10'000'000), -1, min, -1);
    const Instant early{.perf_time = min, .time_100ns = min, .system_time = min};
    check_clocks(continue_clocks(early, {.perf_time = max}, 10'000'000), max, -1, -1);
}
