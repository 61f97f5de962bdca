// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <system_error>

using namespace pdh_shim::tools::terminal;

TEST_CASE("an error has the exit status of its kind") {
    CHECK(ProgramError("x").status() == ExitStatus::cannot);
    CHECK(ProgramError("x", ExitStatus::losses).status() == ExitStatus::losses);
    CHECK(UsageError("x").status() == ExitStatus::usage);
}

TEST_CASE("a write whose reader is gone ends the program without a message, any other failure with one") {
    CHECK_NOTHROW(check_output({}));
    CHECK_THROWS_AS(check_output(std::make_error_code(std::errc::broken_pipe)), OutputClosed);
    CHECK_THROWS_WITH_AS(check_output(std::make_error_code(std::errc::no_space_on_device)),
        "Standard output cannot be written: No space left on device.", OutputError);
}
