// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_process.h"

#include <doctest/doctest.h>

#include <unistd.h>

using pdh_shim::tools::logman::finish_program;

TEST_CASE("a program that PATH does not find has the status of a shell, and others their own") {
    CHECK(finish_program({"there-is-no-such-program"}).status == 127);
    CHECK(finish_program({"sh", "-c", "exit 3"}).status == 3);
    CHECK(finish_program({"sh", "-c", "echo said; echo more >&2"}).output == "said\nmore\n");
    CHECK(finish_program({"sh", "-c", "kill -9 $$"}).status == 137);
}

using namespace pdh_shim::tools;

TEST_CASE("a process is told from a later one of its number") {
    const auto own = logman::own_process();
    CHECK(logman::living_process(own) == ::getpid());
    CHECK_FALSE(logman::living_process(own + "1").has_value());
    for (const auto* const text : {"", "x", "0 1", "-1 1", "1", "99999999 5"}) {
        CHECK_FALSE(logman::living_process(text).has_value());
    }
}

TEST_CASE("a process is told from one of its number that ran before the computer was started again") {
    auto own = logman::own_process();
    CHECK_FALSE(logman::is_of_another_boot(own));
    own.back() = own.back() == '0' ? '1' : '0';
    CHECK(logman::is_of_another_boot(own));
    CHECK_FALSE(logman::living_process(own).has_value());
    for (const auto* const text : {"", "x", "1 2", "1 2 ", "1 2 3 4"}) {
        CHECK_FALSE(logman::is_of_another_boot(text));
    }
}

TEST_CASE("only a runner is asked to end") {
    const auto always = [] { return true; };
    CHECK(logman::terminate_runner(-1, always) == "the process that holds its lock cannot be seen from here");
    CHECK(logman::terminate_runner(0, always) == "the process that holds its lock cannot be seen from here");
    CHECK(logman::terminate_runner(::getppid(), [] { return false; }).empty());
}
