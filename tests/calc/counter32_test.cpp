// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter32.h"

#include <doctest/doctest.h>

using pdh_shim::calc::Counter32;
using pdh_shim::calc::number_max;

TEST_CASE("a 32-bit count continues when it wraps") {
    Counter32 counter;
    CHECK(counter.advance(4'294'967'290) == 4'294'967'290);
    CHECK(counter.advance(4) == 4'294'967'300);
    CHECK(counter.advance(10) == 4'294'967'306);
}

TEST_CASE("a count that falls a little stands still") {
    Counter32 counter;
    CHECK(counter.advance(1000) == 1000);
    CHECK(counter.advance(990) == 1000);
    CHECK(counter.advance(995) == 1005);
}

TEST_CASE("a fall of less than half the range is a wrap, any other takes a value back") {
    Counter32 wraps;
    CHECK(wraps.advance(0x8000'0001) == 0x8000'0001);
    CHECK(wraps.advance(0) == 0x1'0000'0000);
    Counter32 stands;
    CHECK(stands.advance(0x8000'0000) == 0x8000'0000);
    CHECK(stands.advance(0) == 0x8000'0000);
    CHECK(stands.advance(7) == 0x8000'0007);
}

TEST_CASE("a sum of 32-bit counts may be larger than 32 bits, and never overflows") {
    Counter32 counter;
    CHECK(counter.advance(0x3'0000'0000) == 0x3'0000'0000);
    CHECK(counter.advance(0x3'0000'0005) == 0x3'0000'0005);
    CHECK(counter.advance(number_max) == number_max);
    CHECK(counter.advance(0) == number_max);
}
