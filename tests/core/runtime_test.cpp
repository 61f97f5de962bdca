// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "base/version.h"
#include "core/runtime.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <string>

using pdh_shim::test::TemporaryFolder;
using pdh_shim::trace::Level;

namespace {

// The first line of a log that has one more.
std::string first_line(Level level) {
    const TemporaryFolder folder;
    REQUIRE(pdh_shim::core::start_log(level, folder.path("log")));
    pdh_shim::trace::write(Level::error, "something");
    CHECK(pdh_shim::core::start_log(Level::off, ""));
    const std::string log = folder.read("log");
    return log.substr(0, log.find('\n'));
}

} // namespace

TEST_CASE("the first line of a log that has more than errors and warnings is the version") {
    const std::string expected = std::string("pdh-shim ").append(pdh_shim::version());
    CHECK(first_line(Level::info).ends_with(" " + expected));
    CHECK(first_line(Level::calls).ends_with(" " + expected));
    CHECK(first_line(Level::warning).ends_with(" something"));
}

TEST_CASE("a log that cannot be opened is reported") {
    CHECK_FALSE(pdh_shim::core::start_log(Level::info, "/dev/null/x.log"));
}
