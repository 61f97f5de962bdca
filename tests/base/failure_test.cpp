// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <type_traits>

using pdh_shim::Status;
using pdh_shim::status_name;
using pdh_shim::status_text;

TEST_CASE("a status has the name of its constant and a text of its own") {
    CHECK(status_name(Status::invalid_handle) == "PDH_INVALID_HANDLE");
    CHECK(status_name(Status::cstatus_no_instance) == "PDH_CSTATUS_NO_INSTANCE");
    CHECK(status_text(Status::invalid_handle) == "The handle is not a valid PDH object.");
}

TEST_CASE("a code that is not PDH's has neither name nor text") {
    CHECK(status_name(static_cast<Status>(0x12345678u)).empty());
    CHECK(status_text(static_cast<Status>(0x12345678u)).empty());
}

TEST_CASE("errors are negative numbers and new data is not") {
    CHECK(pdh_shim::to_code(Status::invalid_handle) == static_cast<std::int32_t>(0xC0000BBCu));
    CHECK(pdh_shim::to_code(Status::more_data) < 0);
    CHECK(pdh_shim::to_code(Status::cstatus_new_data) == 1);
}

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

TEST_CASE("a value is unwrapped, and an error is returned to the caller") {
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

using namespace pdh_shim;

namespace {

Result<int> bare(bool has_value) {
    return has_value ? Result<int>(7) : Status::no_data;
}

Result<int, Failure> loaded(bool has_value) {
    if (!has_value) {
        return Failure(Status::invalid_data, "byte 12", "no length");
    }
    return 7;
}

Result<int, Failure> loaded_of_bare(bool has_value) {
    PDH_SHIM_TRY(const int value, bare(has_value));
    return value;
}

} // namespace

TEST_CASE("a failure says status, place and reason") {
    const Failure failure(Status::invalid_data, "byte 12", "no length");
    CHECK(failure.status() == Status::invalid_data);
    CHECK(failure.where() == "byte 12");
    CHECK(failure.what() == "no length");
    CHECK(failure.message() == "byte 12: no length");
    CHECK(Failure(Status::invalid_data, "", "too long").message() == "too long");
}

TEST_CASE("a bare status is a failure that has only the name of its constant to say") {
    const Failure failure = Status::no_data;
    CHECK(failure.where().empty());
    CHECK(failure.what().empty());
    CHECK(failure.message() == "PDH_NO_DATA");
    CHECK(Failure(Status::no_data).within("FILE").message() == "FILE: PDH_NO_DATA");
}

TEST_CASE("the place of a failure stands within another") {
    CHECK(Failure(Status::no_data, "line 7", "no").within("FILE").where() == "FILE: line 7");
    CHECK(Failure(Status::no_data, "7", "no").within("FILE", ":").message() == "FILE:7: no");
    CHECK(Failure(Status::no_data, "", "no").within("FILE").message() == "FILE: no");
    CHECK(within("FILE", loaded(false)).error().message() == "FILE: byte 12: no length");
    CHECK(within("FILE", loaded(true)).value() == 7);
}

TEST_CASE("a failure keeps its reason under another status") {
    const Failure failure = Failure(Status::invalid_data, "line 7", "no").as(Status::invalid_datasource);
    CHECK(failure.status() == Status::invalid_datasource);
    CHECK(failure.message() == "line 7: no");
}

TEST_CASE("a status on its way out becomes a failure, and a failure never a status") {
    CHECK(loaded_of_bare(true).value() == 7);
    CHECK(loaded_of_bare(false).error().status() == Status::no_data);
    static_assert(!std::is_constructible_v<Status, Failure>); // a reason is never lost unseen
}
