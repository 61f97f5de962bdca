// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using pdh_shim::companion_paths;
using pdh_shim::own_file;

TEST_CASE("the file of this code is the program that it is linked into, wherever it moved") {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    CHECK(own_file() == program);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path("/");
    CHECK(own_file() == program);
    std::filesystem::current_path(before);
}

TEST_CASE("a companion is searched beside the file, relative to it, then in fixed folders") {
    const std::string program = own_file();
    const std::string folder = program.substr(0, program.rfind('/') + 1);
    CHECK(companion_paths("a", {}) == std::vector<std::string>{folder + "a"});
    CHECK(companion_paths("a", {"../libexec/pdh-shim", "/usr/libexec"}) ==
          std::vector<std::string>{folder + "a", folder + "../libexec/pdh-shim/a", "/usr/libexec/a"});
}
