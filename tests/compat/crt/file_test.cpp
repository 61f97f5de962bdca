// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files by the paths that programs for Windows give.
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <string>
#include <wchar.h>

namespace {

const pdh_shim::test::TemporaryFolder& folder() {
    static const pdh_shim::test::TemporaryFolder instance;
    return instance;
}

void write_text(FILE* file, const char* text) {
    REQUIRE(file != nullptr);
    fputs(text, file);
    fclose(file);
}

} // namespace

TEST_CASE("backslashes separate folders in the paths that fopen and its kind are given") {
    std::filesystem::create_directory(folder().path("logs"));
    const std::string path = folder().path() + "\\logs\\a.txt";
    write_text(fopen(path.c_str(), "wt"), "one ");
    FILE* file = nullptr;
    CHECK(fopen_s(&file, path.c_str(), "a") == 0);
    write_text(file, "two ");
    const std::wstring wide(path.begin(), path.end());
    write_text(_wfopen(wide.c_str(), L"at, ccs=UTF-8"), "three ");
    CHECK(_wfopen_s(&file, wide.c_str(), L"a") == 0);
    write_text(file, "four");
    CHECK(folder().read("logs/a.txt") == "one two three four");
}

TEST_CASE("a drive is a folder or link of its name in the working folder, made by the user") {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder().path());
    FILE* file = nullptr;
    CHECK(fopen_s(&file, "C:\\perf\\b.txt", "w") == ENOENT);
    CHECK(file == nullptr);
    std::filesystem::create_directories(folder().path("drive_c/perf"));
    std::filesystem::create_directory_symlink("drive_c", "C:");
    write_text(fopen("C:\\perf\\b.txt", "w"), "there");
    std::filesystem::current_path(before);
    CHECK(folder().read("drive_c/perf/b.txt") == "there");
}

TEST_CASE("backslashes separate folders for _mkdir, _chdir, _access, _unlink and _wremove") {
    const auto before = std::filesystem::current_path();
    const std::string base = folder().path() + "\\run";
    CHECK(_mkdir(base.c_str()) == 0);
    CHECK(_mkdir((base + "\\time").c_str()) == 0);
    CHECK(_chdir((base + "\\time").c_str()) == 0);
    CHECK(std::filesystem::current_path() == folder().path("run/time"));
    std::filesystem::current_path(before);
    write_text(fopen((base + "\\time\\a.txt").c_str(), "w"), "x");
    write_text(fopen((base + "\\time\\b.txt").c_str(), "w"), "x");
    const std::string first = base + "\\time\\a.txt";
    CHECK(_access(first.c_str(), 0) == 0);
    CHECK(_unlink(first.c_str()) == 0);
    CHECK(_access(first.c_str(), 0) == -1);
    CHECK(errno == ENOENT);
    const std::string second = base + "\\time\\b.txt";
    CHECK(_wremove(std::wstring(second.begin(), second.end()).c_str()) == 0);
    CHECK(std::filesystem::is_empty(folder().path("run/time")));
    CHECK(_access("NUL", 0) == 0);
    CHECK(_access(nullptr, 0) == -1);
}

TEST_CASE("fopen without a name or a mode fails") {
    CHECK(fopen(nullptr, "r") == nullptr);
    CHECK(errno == EINVAL);
    CHECK(fopen("x", nullptr) == nullptr);
    CHECK(errno == EINVAL);
}
