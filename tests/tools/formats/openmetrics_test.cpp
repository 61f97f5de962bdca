// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/formats/openmetrics.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using formats::label_value;
using formats::OpenMetrics;

TEST_CASE("OPENMETRICS is one family of gauges with an end") {
    OpenMetrics format;
    CHECK(format.head() ==
          "# TYPE pdh_value gauge\n# HELP pdh_value The formatted value of a performance counter.\n");
    CHECK(lines_of(format) == "pdh_value{machine=\"BOX\",object=\"Processor\",instance=\"_Total\","
                              "counter=\"% Processor Time\"} 12.5 1514793600.500\n"
                              "pdh_value{object=\"Memory\",counter=\"Available MBytes\"} 1e+300 "
                              "1514793600.500\n");
    CHECK(format.tail() == "# EOF\n");
    CHECK(format.left_out() == 0);
}

TEST_CASE("parent and index are labels where an instance has them") {
    OpenMetrics format;
    auto sample = some_sample();
    sample.readings = {{1, 2.0}};
    CHECK(lines_of(format, sample) ==
          "pdh_value{machine=\"BOX\",object=\"Thread\",parent=\"a,\\\"b\\\"\",instance=\"x=y z\",index=\"2\","
          "counter=\"Context Switches/sec\"} 2 1514793600.500\n");
}

TEST_CASE("a sample that is not later than the one before is left out and counted") {
    OpenMetrics format;
    auto sample = some_sample();
    CHECK_FALSE(lines_of(format, sample).empty());
    CHECK(lines_of(format, sample).empty());
    sample.local_time -= 10'000;
    CHECK(lines_of(format, sample).empty());
    CHECK(format.left_out() == 2);
    sample.local_time += 20'000;
    CHECK_FALSE(lines_of(format, sample).empty());
    sample.local_time -= 36'000'000'000; // summer time ends: UTC goes on
    *sample.bias_minutes += 60;
    sample.local_time += 10'000'000;
    CHECK_FALSE(lines_of(format, sample).empty());
    CHECK(format.left_out() == 2);
}

TEST_CASE("the value of a label has the escapes of OpenMetrics") {
    CHECK(label_value("a\\\"\nb") == "a\\\\\\\"\\nb");
    CHECK(label_value("\xFF") == "\xEF\xBF\xBD");
}

TEST_CASE("OPENMETRICS needs a zone") {
    OpenMetrics format;
    auto sample = some_sample();
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_AS(static_cast<void>(lines_of(format, sample)), terminal::ProgramError);
}
