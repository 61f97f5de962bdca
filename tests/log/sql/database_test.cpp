// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "log/sql/database.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <memory>
#include <new>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;
using test::require_value;

TEST_CASE("a call has 30 seconds unless another time is set") {
    CHECK(call_time_limit() == 30 * ticks_per_second);
    set_call_time_limit(ticks_per_second);
    CHECK(call_time_limit() == ticks_per_second);
    set_call_time_limit(30 * ticks_per_second);
}

TEST_CASE("a job that fails gives its failure to who waits for it") {
    const auto fail = []() -> Result<int, Failure> { return Failure(Status::no_data, {}, "nothing there"); };
    const auto failed = in_time<int>(std::make_shared<WorkProgress>(), fail);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().what() == "nothing there");
}

TEST_CASE("an exception of a job reaches who waits for it") {
    const auto fail = []() -> Result<int, Failure> { throw std::bad_alloc(); };
    CHECK_THROWS_AS(static_cast<void>(in_time<int>(std::make_shared<WorkProgress>(), fail)), std::bad_alloc);
    CHECK(require_value(in_time<int>(std::make_shared<WorkProgress>(), [] { return 5; })) == 5);
}
