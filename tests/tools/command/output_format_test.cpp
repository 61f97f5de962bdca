// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_format.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using command::OutputFormat;

TEST_CASE("a format has its name in any case") {
    CHECK(command::parse_output_format("CSV") == OutputFormat::csv);
    CHECK(command::parse_output_format("tsv") == OutputFormat::tsv);
    CHECK(command::parse_output_format("Bin") == OutputFormat::bin);
    CHECK(command::parse_output_format("sql") == OutputFormat::sql);
    CHECK(command::parse_output_format("HTML") == OutputFormat::html);
    CHECK(command::parse_output_format("json") == OutputFormat::json);
    CHECK(command::parse_output_format("Long") == OutputFormat::long_table);
    CHECK(command::parse_output_format("INFLUX") == OutputFormat::influx);
    CHECK(command::parse_output_format("openmetrics") == OutputFormat::openmetrics);
    for (const auto* const name : {"csv", "html", "long", "openmetrics"}) {
        CHECK(command::name_of_format(command::parse_output_format(name)) == name);
    }
    for (const auto* const name : {"", "CSV ", "blg", "xml"}) {
        CHECK_THROWS_AS(static_cast<void>(command::parse_output_format(name)), terminal::UsageError);
    }
}

TEST_CASE("a log in a database is named by SQL: and nothing else") {
    CHECK(command::is_database_log("SQL:dsn!set"));
    CHECK(command::is_database_log("sql:"));
    for (const auto* const name : {"", "SQL", "mysql:x", "./sql:x", "sqlite:x"}) {
        CHECK_FALSE(command::is_database_log(name));
    }
    CHECK(command::database_log_name("dsn!set") == "SQL:dsn!set");
    CHECK(command::database_log_name("sql:dsn!set") == "sql:dsn!set");
}
