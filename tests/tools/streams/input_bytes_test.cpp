// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/streams/input_bytes.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <sys/stat.h>

using namespace pdh_shim::tools;
using pdh_shim::test::TemporaryFolder;
using streams::InputBytes;

TEST_CASE("fewer bytes than asked for are the end") {
    const TemporaryFolder folder;
    std::ofstream(folder.path("a")) << "abcde";
    InputBytes input(folder.path("a"));
    std::array<char, 3> bytes{};
    CHECK(input.read(bytes) == 3);
    CHECK(input.read(bytes) == 2);
    CHECK(input.read(bytes) == 0);
}

TEST_CASE("what cannot be read is named") {
    CHECK_THROWS_WITH_AS(InputBytes("/no/file"),
        "The file \"/no/file\" cannot be read: No such file or directory.", terminal::ProgramError);
    const TemporaryFolder folder;
    InputBytes input(folder.path("."));
    std::array<char, 3> bytes{};
    CHECK_THROWS_AS(static_cast<void>(input.read(bytes)), terminal::ProgramError);
}

TEST_CASE("only a pipe is a pipe") {
    const TemporaryFolder folder;
    std::ofstream(folder.path("a")) << "a";
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    CHECK(streams::is_pipe(folder.path("pipe")));
    CHECK_FALSE(streams::is_pipe(folder.path("a")));
    CHECK_FALSE(streams::is_pipe(folder.path("missing")));
}
