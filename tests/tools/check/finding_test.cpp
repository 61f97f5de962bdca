// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/check/finding.h"

#include <pdh.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::tools::check;

TEST_CASE("a range alerts outside its ends or, with @, inside them") {
    struct Row {
        const char* range;
        std::vector<double> quiet;
        std::vector<double> alert;
    };
    const std::vector<Row> rows = {
        {"10", {0, 5, 10}, {-0.1, 10.1}},
        {"10:", {10, 1e300}, {9.9, -1e300}},
        {"~:10", {-1e300, 10}, {10.1}},
        {"10:20", {10, 15, 20}, {9.9, 20.1}},
        {"@10:20", {9.9, 20.1}, {10, 15, 20}},
        {":10", {0, 10}, {-1, 11}},
        {"0", {0}, {-1, 0.001}},
        {"-10:-5", {-10, -5}, {-11, 0}},
        {"@~:0", {1}, {0, -1}},
        {"1.5:2.5e1", {1.5, 25}, {1.4, 25.1}},
        {"~:", {-1e300, 0, 1e300}, {}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.range);
        const auto range = parse_range(row.range);
        REQUIRE(range.has_value());
        CHECK(range->text == row.range);
        for (const double value : row.quiet) {
            CHECK_FALSE(alerts(*range, value));
        }
        for (const double value : row.alert) {
            CHECK(alerts(*range, value));
        }
    }
}

TEST_CASE("other texts are not ranges") {
    for (const char* text : {"", ":", "@", "@:", "20:10", "~", "10:~", "1,5", "10%", "0x10", " 10", "10 ",
             "inf", "nan:", "1e999", "1:2:3", "@@1", "ten", "+1"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_range(text).has_value());
    }
}

TEST_CASE("the unit is that of the type, or of the name") {
    CHECK(unit_of(PERF_100NSEC_TIMER_INV, "% Processor Time") == "%");
    CHECK(unit_of(PERF_RAW_FRACTION, "% Free Space") == "%");
    CHECK(unit_of(PERF_COUNTER_RAWCOUNT, "% Full") == "%");
    CHECK(unit_of(PERF_AVERAGE_TIMER, "Avg. Disk sec/Read") == "s");
    CHECK(unit_of(PERF_ELAPSED_TIME, "System Up Time") == "s");
    CHECK(unit_of(PERF_COUNTER_LARGE_RAWCOUNT, "Available Bytes") == "B");
    CHECK(unit_of(PERF_COUNTER_LARGE_RAWCOUNT, "Available KBytes") == "KB");
    CHECK(unit_of(PERF_COUNTER_LARGE_RAWCOUNT, "Available MBytes") == "MB");
    CHECK(unit_of(PERF_AVERAGE_BULK, "Avg. Disk Bytes/Read") == "B");
    CHECK(unit_of(PERF_COUNTER_BULK_COUNT, "Disk Bytes/sec").empty());
    CHECK(unit_of(PERF_COUNTER_LARGE_RAWCOUNT, "GBytes").empty());
    CHECK(unit_of(PERF_COUNTER_RAWCOUNT, "Processes").empty());
}

TEST_CASE("performance data has the value, the unit, both ranges, and 0 as the minimum") {
    const Thresholds thresholds{*parse_range("10"), *parse_range("@20:")};
    CHECK(finding_of("\\A(b)\\C", 2.5, "%", {}).data == "'\\A(b)\\C'=2.5%;;;0;");
    CHECK(finding_of("x", 5, "", thresholds).data == "'x'=5;10;@20:;;");
    CHECK(finding_of("x", 2e13, "", {}).data == "'x'=20000000000000;;;;");
    CHECK(finding_of("x", 5, "", thresholds).state == State::ok);
    CHECK(finding_of("x", 15, "", thresholds).text == "x = 15 (warning 10)");
    CHECK(finding_of("x", 25, "s", thresholds).text == "x = 25s (critical @20:)");
}

TEST_CASE("a hostile name neither ends its label nor begins data or a line") {
    const auto line = report({finding_of("it's=|\n\x1b[2J\t\xff", 1, "", {})}, false);
    CHECK(line == "PDH OK - it's=_\\n\\x1b[2J \\xff = 1 | 'it''s__\\n\\x1b[2J \\xff'=1;;;;\n");
}

TEST_CASE("an alert is worse than a value that is not there, which is worse than a good one") {
    const Finding ok{State::ok, "ok"};
    const Finding warning{State::warning, "warning"};
    const Finding critical{State::critical, "critical"};
    const auto gone = missing("x", "gone");
    CHECK(worst_of({ok, gone, warning, critical}) == State::critical);
    CHECK(worst_of({ok, gone, warning}) == State::warning);
    CHECK(worst_of({ok, gone}) == State::unknown);
    CHECK(worst_of({ok}) == State::ok);
    CHECK(report({ok, gone, warning, critical}, false) == "PDH CRITICAL - critical, warning, x: gone\n");
    CHECK(report({ok, gone}, true) == "PDH UNKNOWN - x: gone\nok\nx: gone\n");
}

TEST_CASE("the first line names five values at most") {
    CHECK(report(std::vector<Finding>(8, {State::ok, "a"}), false) == "PDH OK - a, a, a, a, a and 3 more\n");
}
