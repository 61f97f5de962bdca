// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"
#include "base/result.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace pdh_shim;

namespace {

Result<int> half(int number) {
    if (number % 2 != 0) {
        return Status::invalid_argument;
    }
    return number / 2;
}

Result<int> quarter(int number) {
    PDH_SHIM_TRY(const int first, half(number));
    PDH_SHIM_TRY(const int second, half(first));
    return second;
}

Result<void> check_even(int number) {
    PDH_SHIM_CHECK(half(number));
    return outcome::success();
}

Result<std::unique_ptr<int>, Failure> boxed(int number) {
    PDH_SHIM_TRY(const int value, quarter(number));
    return std::make_unique<int>(value);
}

} // namespace

TEST_CASE("a value goes on, and an error ends the function with itself") {
    CHECK(quarter(12).value() == 3);
    CHECK(quarter(7).error() == Status::invalid_argument);
    CHECK(quarter(6).error() == Status::invalid_argument);
    CHECK(check_even(2).has_value());
    CHECK(check_even(3).error() == Status::invalid_argument);
}

TEST_CASE("a value may be one that can only be moved, and a status becomes a failure") {
    CHECK(*boxed(8).value() == 2);
    CHECK(boxed(5).error().status() == Status::invalid_argument);
}

TEST_CASE("the status of a result is that of its error, or success") {
    CHECK(status_of(quarter(4)) == Status::success);
    CHECK(status_of(quarter(5)) == Status::invalid_argument);
    CHECK(status_of(check_even(1)) == Status::invalid_argument);
}
