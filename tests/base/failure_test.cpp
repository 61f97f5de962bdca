// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

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
