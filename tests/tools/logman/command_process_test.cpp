// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/logman/command_process.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using pdh_shim::test::TemporaryFolder;
using pdh_shim::tools::logman::finish_program;
using pdh_shim::tools::logman::start_program;

TEST_CASE("a program that PATH does not find has the status of a shell, and others their own") {
    CHECK(finish_program({"there-is-no-such-program"}).status == 127);
    CHECK(finish_program({"sh", "-c", "exit 3"}).status == 3);
    CHECK(finish_program({"sh", "-c", "echo said; echo more >&2"}).output == "said\nmore\n");
    CHECK(finish_program({"sh", "-c", "kill -9 $$"}).status == 137);
}

TEST_CASE("a program that cannot be started is reported with the reason") {
    const TemporaryFolder folder;
    CHECK(start_program(folder.path("none"), {}, {}) == "No such file or directory");
    CHECK(start_program(folder.write("text", "hello"), {}, {}) == "Permission denied");
    CHECK(start_program("/bin/true", {}, "there-is-no-such-user") ==
          "the user there-is-no-such-user does not exist");
    CHECK(start_program("/bin/true", {"x"}, {}).empty());
}
