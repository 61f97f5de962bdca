// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/status.h"

#include <doctest/doctest.h>

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
