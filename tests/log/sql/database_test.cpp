// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "log/sql/database.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <memory>
#include <new>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;
using test::taken;

TEST_CASE("a call has 30 seconds unless another time is set") {
    CHECK(answer_time() == 30 * ticks_per_second);
    set_answer_time(ticks_per_second);
    CHECK(answer_time() == ticks_per_second);
    set_answer_time(30 * ticks_per_second);
}

TEST_CASE("a job that fails gives its failure to who waits for it") {
    const auto fail = []() -> Result<int, Failure> { return Failure(Status::no_data, {}, "nothing there"); };
    const auto failed = in_time<int>(std::make_shared<Progress>(), fail);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().what() == "nothing there");
}

TEST_CASE("an exception of a job reaches who waits for it") {
    const auto fail = []() -> Result<int, Failure> { throw std::bad_alloc(); };
    CHECK_THROWS_AS(static_cast<void>(in_time<int>(std::make_shared<Progress>(), fail)), std::bad_alloc);
    CHECK(taken(in_time<int>(std::make_shared<Progress>(), [] { return 5; })) == 5);
}
