// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "child_process.h"
#include "temporary_folder.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>

using namespace pdh_shim::tools;
using pdh_shim::test::TemporaryFolder;

namespace {

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

} // namespace

TEST_CASE("who may read and write own files does not depend on the umask") {
    for (const mode_t mask : std::array<mode_t, 3>{0, 022, 077}) {
        const TemporaryFolder folder;
        const mode_t before = ::umask(mask);
        for (const bool is_for_all : {false, true}) {
            const auto name = folder.path(is_for_all ? "a/all" : "own/b");
            terminal::make_own_folders(name, is_for_all);
            terminal::replace_own_file(name + "/file", "text", is_for_all);
            const terminal::LockFile lock(name + "/lock");
            CHECK(mode_of(name) == (is_for_all ? 0755U : 0700U));
            CHECK(mode_of(std::filesystem::path(name).parent_path()) == (is_for_all ? 0755U : 0700U));
            CHECK(mode_of(name + "/file") == (is_for_all ? 0644U : 0600U));
            CHECK(mode_of(name + "/lock") == 0600U);
        }
        ::umask(before);
    }
}

TEST_CASE("an own file is replaced as a whole, and nothing stays of the new one if it fails") {
    const TemporaryFolder folder;
    static_cast<void>(folder.write(".file.new", "of one that was killed"));
    terminal::replace_own_file(folder.path("file"), "old", false);
    terminal::replace_own_file(folder.path("file"), "new", false);
    CHECK(folder.read("file") == "new");
    CHECK_FALSE(std::filesystem::exists(folder.path(".file.new")));
    CHECK_THROWS_WITH_AS(terminal::replace_own_file(folder.path("none/file"), "", false),
        (folder.path("none/file") + ": No such file or directory").c_str(), terminal::ProgramError);
}

TEST_CASE("a lock keeps others out until it ends, and a symbolic link is not locked") {
    const TemporaryFolder folder;
    const auto is_locked = [&] {
        const int file = ::open(folder.path("lock").c_str(), O_RDONLY | O_CLOEXEC);
        return ::flock(file, LOCK_EX | LOCK_NB) != 0;
    };
    {
        const terminal::LockFile lock(folder.path("lock"));
        CHECK(pdh_shim::test::status_of_child([&] { return !is_locked(); }) == 0);
        lock.lock();
        CHECK(pdh_shim::test::status_of_child(is_locked) == 0);
    }
    CHECK(pdh_shim::test::status_of_child([&] { return !is_locked(); }) == 0);
    std::filesystem::create_symlink(folder.path("lock"), folder.path("link"));
    CHECK_THROWS_AS(terminal::LockFile(folder.path("link")), terminal::ProgramError);
}
