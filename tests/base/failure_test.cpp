// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"
#include "base/failure_log.h"
#include "base/foreign_call.h"
#include "base/trace.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

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

using pdh_shim::call_foreign;
using pdh_shim::end_foreign;
using pdh_shim::Status;

namespace trace = pdh_shim::trace;

namespace {

class Wordless : public std::exception {
  public:
    const char* what() const noexcept override { return nullptr; }
};

template <class Call>
std::string message_of(const Call& call) {
    const auto called = call_foreign("Open", call);
    REQUIRE_FALSE(called.has_value());
    CHECK(called.error().status() == Status::invalid_data);
    return called.error().message();
}

} // namespace

TEST_CASE("a foreign function that throws nothing gives its value") {
    CHECK(call_foreign("Open", [] { return 5; }).value() == 5);
    bool ran = false;
    CHECK(call_foreign("Close", [&] { ran = true; }).has_value());
    CHECK(ran);
}

TEST_CASE("a foreign function that throws is a failure that says what it threw") {
    CHECK(message_of([] { throw std::runtime_error("no such table"); }) ==
          "Open threw an exception: no such table");
    CHECK(message_of([]() -> int { throw 42; }) == "Open threw an exception: it is not a std::exception");
    CHECK(message_of([] { throw Wordless(); }) == "Open threw an exception: ");
    CHECK(message_of([] { throw std::runtime_error(std::string(100'000, 'x')); }).size() < 1100);
}

TEST_CASE("what a function that ends something throws is logged") {
    const pdh_shim::test::TemporaryFolder folder;
    REQUIRE(trace::configure(trace::Level::error, folder.path("log")));
    end_foreign("source db", "close", [] { throw std::runtime_error("busy"); });
    CHECK(trace::configure(trace::Level::off, ""));
    CHECK(folder.read("log").find("source db: close threw an exception: busy") != std::string::npos);
}

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

TEST_CASE_FIXTURE(Fixture, "a log of too many failures says so once, and continues when one has ended") {
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

using pdh_shim::Failure;
using pdh_shim::forget_last_failure;
using pdh_shim::keep_last_failure;
using pdh_shim::last_failure;
using pdh_shim::Status;

namespace {

std::string kept() {
    const auto failure = last_failure();
    return failure ? failure->message : "none";
}

} // namespace

TEST_CASE("a thread has the newest failure that it kept, until it forgets it") {
    forget_last_failure();
    CHECK(kept() == "none");
    keep_last_failure({Status::no_data, "a", "first"});
    keep_last_failure({Status::invalid_data, "b", "second"});
    CHECK(kept() == "b: second");
    CHECK(last_failure()->status == Status::invalid_data);
    forget_last_failure();
    CHECK(kept() == "none");
    CHECK(pdh_shim::last_failures == 0);
}

TEST_CASE("a failure of another thread is not seen, and not forgotten") {
    keep_last_failure({Status::no_data, "", "mine"});
    std::string other;
    std::thread([&other] {
        other = kept();
        keep_last_failure({Status::no_data, "", "theirs"});
        forget_last_failure();
    }).join();
    CHECK(other == "none");
    CHECK(kept() == "mine");
    forget_last_failure();
}

TEST_CASE("failures are kept of a limited number of threads: the oldest one goes") {
    keep_last_failure({Status::no_data, "", "oldest"});
    for (std::size_t i = 0; i < pdh_shim::most_last_failures; ++i) {
        std::thread([] { keep_last_failure({Status::no_data, "", "newer"}); }).join();
    }
    CHECK(kept() == "none");
    CHECK(pdh_shim::last_failures == pdh_shim::most_last_failures);
}

TEST_CASE("a message that is kept is cut at the end of a character") {
    const std::string all_but_one(pdh_shim::longest_kept_message - 1, 'x');
    keep_last_failure({Status::no_data, "", all_but_one + "y"});
    CHECK(kept() == all_but_one + "y");
    keep_last_failure({Status::no_data, "", all_but_one + "\xC3\xA4"});
    CHECK(kept() == all_but_one);
    forget_last_failure();
}

TEST_CASE("what is reported to the log is kept, whether there is a log or not") {
    CHECK(pdh_shim::trace::report({Status::no_data, "linux", "no file"}) == Status::no_data);
    CHECK(kept() == "linux: no file");
    CHECK(pdh_shim::trace::report_reason({Status::no_data, "linux", "no folder"}) == Status::no_data);
    CHECK(kept() == "linux: no folder");
    CHECK(
        pdh_shim::trace::report_reason(Status::no_more_data) == Status::no_more_data); // no reason: not kept
    CHECK(kept() == "linux: no folder");
    forget_last_failure();
}
