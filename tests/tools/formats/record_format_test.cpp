// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/formats/record_format.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using pdh_shim::tools::command::Column;
using pdh_shim::tools::command::OutputFormat;
using pdh_shim::tools::formats::make_record_format;
using pdh_shim::tools::formats::needs_utc;

TEST_CASE("samples without a place are counted in a sentence") {
    using pdh_shim::tools::formats::left_out_text;
    CHECK(
        left_out_text(OutputFormat::openmetrics, 2) ==
        "Records that are not later than the one before, or from before 1970, were left out (2): this format "
        "has no place for them.");
    CHECK(left_out_text(OutputFormat::influx, 1) ==
          "Records from before 1677 or after 2262 were left out (1): this format has no place for them.");
}

TEST_CASE("some formats have times in UTC") {
    CHECK(needs_utc(OutputFormat::influx, {}));
    CHECK(needs_utc(OutputFormat::openmetrics, {}));
    CHECK(needs_utc(OutputFormat::long_table, {.epoch = true}));
    CHECK_FALSE(needs_utc(OutputFormat::long_table, {}));
    CHECK_FALSE(needs_utc(OutputFormat::json, {}));
}

TEST_CASE("each format is made by its name") {
    CHECK(make_record_format(OutputFormat::json, {})->head().empty());
    CHECK(make_record_format(OutputFormat::long_table, {})->head().starts_with("time,"));
    CHECK(make_record_format(OutputFormat::influx, {})->tail().empty());
    CHECK(make_record_format(OutputFormat::openmetrics, {})->tail() == "# EOF\n");
}

TEST_CASE("a sample of many columns is taken in parts, which end with a line") {
    std::vector<Column> columns;
    auto sample = some_sample();
    sample.readings.clear();
    for (std::size_t i = 0; i < 2000; ++i) {
        columns.push_back({"BOX", "Process", "", "p", static_cast<std::uint32_t>(i), "ID Process", 65'536});
        columns.back().instance += std::to_string(i); // Influx has a line for each instance
        sample.readings.push_back({i, 7, PDH_CSTATUS_VALID_DATA, {}});
    }
    for (const OutputFormat name :
        {OutputFormat::json, OutputFormat::long_table, OutputFormat::influx, OutputFormat::openmetrics}) {
        CAPTURE(static_cast<int>(name));
        std::string text;
        std::string taken;
        int parts = 0;
        const auto take = [&] {
            CHECK(text.ends_with('\n'));
            CHECK(text.size() < 100'000);
            taken += text;
            text.clear();
            ++parts;
        };
        make_record_format(name, {})->append(text, sample, columns, take);
        CHECK(parts > 0);
        CHECK(taken + text == lines_of(*make_record_format(name, {}), sample, columns));
    }
}
