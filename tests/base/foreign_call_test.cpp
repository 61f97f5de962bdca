// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/foreign_call.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

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
