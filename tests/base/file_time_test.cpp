// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file_time.h"

#include <doctest/doctest.h>

#include <array>

using namespace pdh_shim;

namespace {

struct Row {
    SystemTime time; // year, month, day of the week, day, hour, minute, second, millisecond
    std::int64_t file_time;
};

constexpr std::array rows{
    Row{{1601, 1, 1, 1, 0, 0, 0, 0}, 0},
    Row{{1601, 1, 1, 1, 0, 0, 0, 1}, 10'000},
    Row{{1970, 1, 4, 1, 0, 0, 0, 0}, 116'444'736'000'000'000},
    Row{{2026, 1, 4, 1, 0, 0, 0, 0}, 134'116'992'000'000'000},
    Row{{2000, 2, 2, 29, 23, 59, 59, 999}, 125'963'423'999'990'000},
};

} // namespace

TEST_CASE("system times are file times in milliseconds") {
    for (const Row& row : rows) {
        CAPTURE(row.file_time);
        CHECK(to_file_time(row.time) == row.file_time);
        CHECK(to_system_time(row.file_time) == row.time);
        CHECK(to_system_time(row.file_time + 9'999) == row.time);
    }
    CHECK(to_system_time(-1) == to_system_time(0));
}

TEST_CASE("a date that does not exist is not a file time") {
    for (const SystemTime& time :
        {SystemTime{1600, 12, 0, 31, 0, 0, 0, 0}, SystemTime{2026, 0, 0, 1, 0, 0, 0, 0},
            SystemTime{2026, 13, 0, 1, 0, 0, 0, 0}, SystemTime{2026, 2, 0, 29, 0, 0, 0, 0},
            SystemTime{2026, 1, 0, 1, 24, 0, 0, 0}, SystemTime{2026, 1, 0, 1, 0, 60, 0, 0},
            SystemTime{2026, 1, 0, 1, 0, 0, 60, 0}, SystemTime{2026, 1, 0, 1, 0, 0, 0, 1000},
            SystemTime{65535, 1, 0, 1, 0, 0, 0, 0}, SystemTime{2026, 1, 0, 0, 0, 0, 0, 0}}) {
        CAPTURE(time[0]);
        CHECK_FALSE(to_file_time(time).has_value());
    }
}
