// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/relog/inputs.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace pdh_shim::tools;

using pdh_shim::test::TemporaryFolder;
using relog::input_files;
using relog::matches;
using Names = std::vector<std::string>;

TEST_CASE("a star stands for any characters, a question mark for one") {
    CHECK(matches("a.blg", "*.blg"));
    CHECK(matches("A.BLG", "a*.blg"));
    CHECK(matches("a.b.blg", "*.b*g"));
    CHECK(matches("log1", "log?"));
    CHECK(matches("log", "log**"));
    CHECK(matches("a*b", "a*b"));
    CHECK(matches("", "*"));
    CHECK_FALSE(matches("log", "log?"));
    CHECK_FALSE(matches("a.csv", "*.blg"));
    CHECK_FALSE(matches("a.blg2", "*.blg"));
    CHECK_FALSE(matches("x", ""));
}

TEST_CASE("a name with wildcards is all files of its folder that match, in the order of the alphabet") {
    const TemporaryFolder folder;
    const auto b = folder.write("b.blg", "x");
    const auto a = folder.write("a.blg", "x");
    const auto c = folder.write("c.csv", "x");
    std::filesystem::create_directory(folder.path("d.blg"));
    CHECK(input_files({c, folder.path("*.blg")}) == Names{c, a, b});
}

TEST_CASE("a name without wildcards is a file, there or not") {
    CHECK(input_files({"no such file"}) == Names{"no such file"});
}

TEST_CASE("a file may have an asterisk in its name") {
    const TemporaryFolder folder;
    const auto name = folder.write("*.blg", "x");
    (void)folder.write("a.blg", "x");
    CHECK(input_files({name}) == Names{name});
}

TEST_CASE("wildcards that match nothing are an error") {
    const TemporaryFolder folder;
    const auto pattern = folder.path("*.blg");
    CHECK_THROWS_WITH_AS((void)input_files({pattern}), ("No file matches \"" + pattern + "\".").c_str(),
        terminal::ProgramError);
    CHECK_THROWS_AS((void)input_files({folder.path("none/*.blg")}), terminal::ProgramError);
}
