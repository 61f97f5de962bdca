#include "api/guard.h"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::to_code;
using pdh_shim::api::guard;
using pdh_shim::api::guard_value;

TEST_CASE("the guard turns results into statuses") {
    CHECK(guard("f", []() -> Result<void> { return pdh_shim::outcome::success(); }) == 0);
    CHECK(guard("f", []() -> Result<void> { return Status::invalid_handle; }) ==
          to_code(Status::invalid_handle));
}

TEST_CASE("the guard returns values, and runs functions without one") {
    CHECK(guard_value<int>("f", [] { return 5; }) == 5);
    bool ran = false;
    guard_value<void>("f", [&ran] { ran = true; });
    CHECK(ran);
}

TEST_CASE("the guard lets no exception out") {
    const auto no_memory = []() -> Result<void> { throw std::bad_alloc(); };
    CHECK(guard("f", no_memory) == to_code(Status::memory_allocation_failure));
    const auto too_long = []() -> Result<void> { throw std::length_error("text"); };
    CHECK(guard("f", too_long) == to_code(Status::memory_allocation_failure));
    CHECK(guard_value<int>("f", []() -> int { throw std::bad_alloc(); }) == 0);
    guard_value<void>("f", []() { throw std::bad_alloc(); });
}
