// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/libpcp.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace pdh_shim;
using source::pcp::to_file_time;
using source::pcp::to_timeval;

TEST_CASE("a time of libpcp is the same after it was a FILETIME") {
    CHECK(to_file_time({.tv_sec = 0, .tv_usec = 0}) == unix_epoch_as_file_time);
    CHECK(to_file_time({.tv_sec = 1, .tv_usec = 1}) == unix_epoch_as_file_time + ticks_per_second + 10);
    for (const long seconds : {0L, 1L, 1'764'000'000L, 4'000'000'000L}) {
        for (const long microseconds : {0L, 1L, 999'999L}) {
            const timeval time{
                .tv_sec = static_cast<time_t>(seconds), .tv_usec = static_cast<suseconds_t>(microseconds)};
            const timeval same = to_timeval(to_file_time(time));
            CHECK(same.tv_sec == time.tv_sec);
            CHECK(same.tv_usec == time.tv_usec);
        }
    }
}

TEST_CASE("what is below a microsecond is cut") {
    CHECK(to_timeval(unix_epoch_as_file_time + 19).tv_usec == 1);
}
