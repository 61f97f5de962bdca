// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/sql_reader.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

using namespace pdh_shim::log::sql;

TEST_CASE("runs that overlap are to be merged, those that follow one another are not") {
    const std::vector<LogSetRun> runs{
        {u"a", 1, 10, 20, 0}, {u"b", 2, 15, 30, 0}, {u"c", 3, 20, 25, 0}, {u"d", 4, 26, 40, 0}};
    CHECK(consecutive_runs(runs) == std::vector<std::vector<std::size_t>>{{0, 2, 3}, {1}});
    CHECK(consecutive_runs({}).empty());
    const std::vector<LogSetRun> without_times(3);
    CHECK(consecutive_runs(without_times).size() == 1);
}
