// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"
#include "base/platform/posix/open_to_write.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace pdh_shim;
using pdh_shim::test::TemporaryFolder;

TEST_CASE("a file that is opened to write is not passed on, and is made as open() makes it") {
    const TemporaryFolder folder;
    const int file = platform::open_to_write(folder.path("file"), O_WRONLY | O_CREAT, 0600);
    REQUIRE(file >= 0);
    CHECK((::fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
    ::close(file);
    CHECK(platform::open_to_write(folder.path("file"), O_WRONLY | O_CREAT | O_EXCL, 0600) < 0);
    CHECK(errno == EEXIST);
    std::filesystem::create_symlink(folder.path("new"), folder.path("own"));
    CHECK(platform::open_to_write(folder.path("own"), O_WRONLY | O_CREAT | O_NOFOLLOW, 0600) < 0);
    CHECK(errno == ELOOP);
}

TEST_CASE("root makes no log through a link that another user can change") {
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root has another user's folder");
        return;
    }
    constexpr uid_t nobody = 65534;
    const TemporaryFolder folder;
    const auto link = folder.path("nobody/link");
    std::filesystem::create_directory(folder.path("nobody"));
    std::filesystem::create_symlink(folder.path("target"), link);
    std::filesystem::create_symlink(folder.path("target"), folder.path("own"));
    REQUIRE(::chown(folder.path("nobody").c_str(), nobody, nobody) == 0);
    const auto check_refused = [&link] {
        for (const auto creation : {Creation::create_always, Creation::open_always}) {
            const auto file = open_writable_file(link, creation);
            REQUIRE_FALSE(file.has_value());
            CHECK(file.error().message() == "others can change this link, or what it leads to");
        }
    };
    check_refused();
    CHECK_FALSE(std::filesystem::exists(folder.path("target")));
    CHECK(open_writable_file(folder.path("own"), Creation::create_always).has_value());
    CHECK(std::filesystem::exists(folder.path("target")));
    check_refused();
}

TEST_CASE("root follows one link to a file that does not exist, and no second one") {
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root does not follow each link");
        return;
    }
    const TemporaryFolder folder;
    std::filesystem::create_symlink("second", folder.path("first")); // relative to its folder
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY | O_CREAT, 0600) >= 0);
    CHECK(std::filesystem::is_regular_file(folder.path("second")));

    // As if another user had made the second link after the first was found trusted.
    std::filesystem::remove(folder.path("second"));
    std::filesystem::create_symlink(folder.path("third"), folder.path("second"));
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY | O_CREAT, 0600) < 0);
    CHECK(errno == ELOOP);
    CHECK_FALSE(std::filesystem::exists(folder.path("third")));

    std::filesystem::remove(folder.path("second"));
    const int file = ::open(folder.path("third").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ::close(file);
    std::filesystem::create_symlink(folder.path("third"), folder.path("second"));
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY, 0600) >= 0);
}
