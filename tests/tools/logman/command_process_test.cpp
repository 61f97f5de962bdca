// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/command_process.h"

#include <doctest/doctest.h>

using pdh_shim::tools::logman::finish_program;

TEST_CASE("a program that PATH does not find has the status of a shell, and others their own") {
    CHECK(finish_program({"there-is-no-such-program"}).status == 127);
    CHECK(finish_program({"sh", "-c", "exit 3"}).status == 3);
    CHECK(finish_program({"sh", "-c", "echo said; echo more >&2"}).output == "said\nmore\n");
    CHECK(finish_program({"sh", "-c", "kill -9 $$"}).status == 137);
}
