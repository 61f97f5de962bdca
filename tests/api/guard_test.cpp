// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/guard.h"
#include "base/trace.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::to_code;
using pdh_shim::api::guard;
using pdh_shim::api::guard_value;

namespace trace = pdh_shim::trace;

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

TEST_CASE("the guard lets no exception out, and the log has what it says") {
    struct Row {
        std::string_view says;
        Status status;
        std::function<void()> action;
    };
    const auto system_error = [](std::errc code) {
        return [code] { throw std::system_error(std::make_error_code(code), "thread"); };
    };
    const Row rows[] = {
        {"std::bad_alloc", Status::memory_allocation_failure, [] { throw std::bad_alloc(); }},
        {"text", Status::memory_allocation_failure, [] { throw std::length_error("text"); }},
        {"thread: ", Status::memory_allocation_failure,
            system_error(std::errc::resource_unavailable_try_again)},
        {"thread: ", Status::memory_allocation_failure, system_error(std::errc::too_many_files_open)},
        {"thread: ", Status::invalid_data, system_error(std::errc::operation_not_permitted)},
        {"odd", Status::invalid_data, [] { throw std::logic_error("odd"); }},
        {"it is not a std::exception", Status::invalid_data, [] { throw 42; }},
    };
    for (const Row& row : rows) {
        CAPTURE(row.says);
        const pdh_shim::test::TemporaryFolder folder;
        REQUIRE(trace::configure(trace::Level::error, folder.path("log")));
        const auto body = [&]() -> Result<void> {
            row.action();
            return pdh_shim::outcome::success();
        };
        CHECK(guard("PdhCloseLog", body) == to_code(row.status));
        CHECK(guard_value<int>("PdhVbIsGoodStatus", [&]() -> int {
            row.action();
            return 5;
        }) == 0);
        guard_value<void>("PdhResetRelogCounterValues", row.action);
        CHECK(trace::configure(trace::Level::off, ""));
        const std::string log = folder.read("log");
        for (const char* const name : {"PdhCloseLog", "PdhVbIsGoodStatus", "PdhResetRelogCounterValues"}) {
            const std::string line = std::string(name) + " threw an exception: " + std::string(row.says);
            CHECK(log.find(line) != std::string::npos);
        }
        CHECK(std::ranges::count(log, '\n') == 3);
    }
}
