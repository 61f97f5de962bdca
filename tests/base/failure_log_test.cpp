// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>

using pdh_shim::Failure;
using pdh_shim::FailureLog;
using pdh_shim::Status;
using pdh_shim::test::TemporaryFolder;

namespace trace = pdh_shim::trace;

namespace {

struct Fixture {
    Fixture() { REQUIRE(trace::configure(trace::Level::warning, folder.path("log"))); }
    ~Fixture() { trace::configure(trace::Level::off, ""); }

    void fail(std::uint32_t what, const char* reason) {
        log.report(what, {Status::no_data, "linux", reason});
    }
    [[nodiscard]] auto lines() const { return std::ranges::count(folder.read("log"), '\n'); }

    TemporaryFolder folder;
    FailureLog log;
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "a failure that lasts is logged once") {
    for (int collect = 0; collect < 1000; ++collect) {
        fail(1, "no file");
    }
    CHECK(lines() == 1);
    CHECK(folder.read("log").find("linux: no file") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "another reason, another thing, and a failure after a success are logged") {
    fail(1, "no file");
    fail(1, "no memory");
    CHECK(lines() == 2);
    fail(2, "no memory");
    CHECK(lines() == 3);
    log.is_well(1);
    fail(1, "no memory");
    fail(2, "no memory");
    CHECK(lines() == 4);
    log.clear();
    fail(2, "no memory");
    CHECK(lines() == 5);
}

TEST_CASE_FIXTURE(Fixture, "a log of too many failures says so once, and goes on when one is well") {
    for (std::uint32_t what = 0; what < FailureLog::most_reported + 3; ++what) {
        log.report(what, Failure(Status::invalid_data, "", "failure " + std::to_string(what)));
    }
    CHECK(lines() == FailureLog::most_reported + 1);
    log.is_well(5);
    log.report(5000, Failure(Status::invalid_data, "", "another"));
    CHECK(lines() == FailureLog::most_reported + 2);
}

TEST_CASE_FIXTURE(Fixture, "a failure that nobody logged is new to a log that begins later") {
    CHECK(trace::configure(trace::Level::off, ""));
    fail(1, "no file");
    REQUIRE(trace::configure(trace::Level::warning, folder.path("log")));
    fail(1, "no file");
    CHECK(lines() == 1);
}
