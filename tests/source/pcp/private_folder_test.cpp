// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/private_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace pdh_shim;
using source::pcp::PrivateFolder;

namespace {

// TMPDIR, for as long as this exists.
class TemporaryPlace {
  public:
    explicit TemporaryPlace(const std::string& path) { setenv("TMPDIR", path.c_str(), 1); }
    TemporaryPlace(const TemporaryPlace&) = delete;
    TemporaryPlace& operator=(const TemporaryPlace&) = delete;
    ~TemporaryPlace() { unsetenv("TMPDIR"); }
};

std::unique_ptr<PrivateFolder> made() {
    auto folder = PrivateFolder::make();
    REQUIRE(folder.has_value());
    return std::move(folder).value();
}

} // namespace

TEST_CASE("a private folder is in TMPDIR, is the user's alone, and goes with its owner") {
    const test::TemporaryFolder where;
    const TemporaryPlace place(where.path());
    auto folder = made();
    const std::string path = folder->path();
    CHECK(path.starts_with(where.path()));
    struct stat status {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0700);
    CHECK(folder->is_own());
    CHECK(folder->room() > 0);
    REQUIRE(folder->link("one", "/etc/hostname").has_value());
    CHECK(std::filesystem::read_symlink(path + "/one") == "/etc/hostname");
    CHECK_FALSE(folder->link("one", "/etc/hosts").has_value());
    folder.reset();
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a child of fork() leaves the folder to its parent") {
    const test::TemporaryFolder where;
    const TemporaryPlace place(where.path());
    auto folder = made();
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const bool is_own = folder->is_own();
        folder.reset();
        _exit(is_own ? 1 : 0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(std::filesystem::exists(folder->path()));
}

TEST_CASE("a folder that an ended process left is removed when the next one is made") {
    const test::TemporaryFolder where;
    const TemporaryPlace place(where.path());
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const auto left = PrivateFolder::make().value().release();
        _exit(left != nullptr ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    CHECK_FALSE(std::filesystem::is_empty(where.path()));
    const auto own = made();
    CHECK(std::distance(std::filesystem::directory_iterator(where.path()), {}) == 1);
}

TEST_CASE("where no folder can be made there is a reason") {
    const TemporaryPlace place("/no/such/folder");
    const auto folder = PrivateFolder::make();
    REQUIRE_FALSE(folder.has_value());
    CHECK(folder.error().status() == Status::log_file_open_error);
}
