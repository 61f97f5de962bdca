// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_format.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;
using command::Format;

TEST_CASE("a format has its name in any case") {
    CHECK(command::parse_format("CSV") == Format::csv);
    CHECK(command::parse_format("tsv") == Format::tsv);
    CHECK(command::parse_format("Bin") == Format::bin);
    CHECK(command::parse_format("sql") == Format::sql);
    CHECK(command::parse_format("HTML") == Format::html);
    for (const auto* const name : {"", "CSV ", "blg", "xml"}) {
        CHECK_THROWS_AS(static_cast<void>(command::parse_format(name)), terminal::UsageError);
    }
}

TEST_CASE("a log in a database is named by SQL: and nothing else") {
    CHECK(command::is_database_log("SQL:dsn!set"));
    CHECK(command::is_database_log("sql:"));
    for (const auto* const name : {"", "SQL", "mysql:x", "./sql:x", "sqlite:x"}) {
        CHECK_FALSE(command::is_database_log(name));
    }
}
