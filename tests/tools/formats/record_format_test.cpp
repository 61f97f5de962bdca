// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/record_format.h"

#include <doctest/doctest.h>

using pdh_shim::tools::command::OutputFormat;
using pdh_shim::tools::formats::make_record_format;
using pdh_shim::tools::formats::needs_utc;

TEST_CASE("samples without a place are counted in a sentence") {
    CHECK(
        pdh_shim::tools::formats::left_out_text(2) ==
        "Records that are not later than the one before, or from before 1970, were left out (2): this format "
        "has no place for them.");
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
