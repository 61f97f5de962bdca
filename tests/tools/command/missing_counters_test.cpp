// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "tools/command/missing_counters.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;
using command::Audience;
using command::Console;
using command::MissingCounters;
using command::MissingPolicy;
using terminal::ExitStatus;

TEST_CASE("a counter that is left out is reported, and is a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    CHECK(missing.status() == ExitStatus::done);
    missing.leave_out("\\A(b)\\C", "no such object");
    CHECK(platform.errors.find("\\A(b)\\C is left out: no such object") != std::string::npos);
    CHECK(missing.status() == ExitStatus::losses);
}

TEST_CASE("a counter that exists and cannot be added is always reported, and a loss") {
    FakePlatform platform;
    Console console(platform, "relog", Audience::system);
    MissingCounters missing(console, MissingPolicy::ignore);
    missing.refuse("\\A(b)\\C", "no memory");
    CHECK(platform.errors.find("\\A(b)\\C is left out: no memory") != std::string::npos);
    CHECK(missing.status() == ExitStatus::losses);
}

TEST_CASE("what is only said is not a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    missing.say("it has no value here");
    CHECK(platform.errors.find("it has no value here") != std::string::npos);
    CHECK(missing.status() == ExitStatus::done);
}

TEST_CASE("with ignore nothing is said, and programs for Windows take no notice of a loss") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters ignored(console, MissingPolicy::ignore);
    ignored.leave_out("x", "y");
    CHECK(platform.errors.empty());
    CHECK(ignored.status() == ExitStatus::done);
    Console windows(platform, "typeperf", Audience::windows);
    MissingCounters unnoticed(windows, MissingPolicy::report);
    unnoticed.leave_out("x", "y");
    CHECK(unnoticed.status() == ExitStatus::done);
}

TEST_CASE("a long line of a file that is not a list of counters is cut") {
    FakePlatform platform;
    Console console(platform, "typeperf", Audience::system);
    MissingCounters missing(console, MissingPolicy::report);
    missing.leave_out(std::string(1001, 'x'), "y");
    CHECK(platform.errors.find(std::string(1000, 'x') + "... is left out") != std::string::npos);
}

TEST_CASE("-missing knows two words") {
    CHECK(command::parse_missing_policy("report") == MissingPolicy::report);
    CHECK(command::parse_missing_policy("ignore") == MissingPolicy::ignore);
    CHECK_THROWS_AS(static_cast<void>(command::parse_missing_policy("both")), terminal::UsageError);
}

TEST_CASE("of many counters ten are said, and the number of the others, if not all are wanted") {
    for (const bool says_all : {false, true}) {
        CAPTURE(says_all);
        FakePlatform platform;
        Console console(platform, "typeperf", Audience::system);
        MissingCounters missing(console, MissingPolicy::report, says_all);
        for (int i = 1; i <= 12; ++i) {
            missing.leave_out("c" + std::to_string(i), "y");
        }
        missing.say_number_of_others();
        CHECK(missing.all().size() == 12);
        CHECK(missing.status() == ExitStatus::losses);
        CHECK((platform.errors.find("c10 is left out") != std::string::npos));
        CHECK((platform.errors.find("c11 is left out") != std::string::npos) == says_all);
        CHECK((platform.errors.find("typeperf: 2 more counters are left out; -v names all of them.") !=
                  std::string::npos) != says_all);
    }
}
