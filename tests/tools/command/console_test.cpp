// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "console.h"
#include "failure.h"
#include "fake_platform.h"

#include <doctest/doctest.h>

using command::Console;

TEST_CASE("a console whose reader is gone ends the program") {
    FakePlatform platform;
    platform.console_error = std::make_error_code(std::errc::broken_pipe);
    Console console(platform, "typeperf", "\n");
    CHECK_THROWS_AS(console.write_line("x"), command::OutputClosed);
}

TEST_CASE("a console that cannot be written is a failure with a reason") {
    FakePlatform platform;
    platform.console_error = std::make_error_code(std::errc::no_space_on_device);
    Console console(platform, "typeperf", "\n");
    CHECK_THROWS_WITH_AS(console.write_line("x"),
        "Standard output cannot be written: No space left on device.", command::WriteFailure);
}

TEST_CASE("each line of the console ends as its reader expects") {
    FakePlatform platform;
    Console(platform, "typeperf", "\n").write_lines({"a", "b"});
    CHECK(platform.console == "a\nb\n");
    platform.console.clear();
    Console(platform, "typeperf", "\r\n").write_line("a");
    CHECK(platform.console == "a\r\n");
}

TEST_CASE("a terminal never obeys a name") {
    FakePlatform platform;
    Console(platform, "typeperf", "\n").write_line("a\x1B[2Jb");
    CHECK(platform.console == "a\x1B[2Jb\n");
    platform.is_terminal = true;
    platform.console.clear();
    Console terminal(platform, "typeperf", "\n");
    terminal.write_line("a\x1B[2J\nb");
    CHECK(platform.console == "a\\x1b[2J\\nb\n");
    platform.console.clear();
    CHECK_FALSE(terminal.may_overwrite("\r"));
    CHECK(platform.console == "The file \"\\r\" exists. Overwrite it? [y/n] ");
}

TEST_CASE("a warning is for people: a terminal gets it, a program does not") {
    FakePlatform platform;
    Console(platform, "typeperf", "\n").warn("x\x07");
    CHECK(platform.errors.empty());
    platform.is_terminal = true;
    Console(platform, "typeperf", "\r\n").warn("x\x07");
    CHECK(platform.errors == "typeperf: x\\x07\n");
    CHECK(platform.console.empty());
}
