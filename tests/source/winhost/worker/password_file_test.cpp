// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/password_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace fs = std::filesystem;

namespace {

struct File {
    test::TemporaryFolder folder;
    std::string path = (fs::path(folder.path()) / "password").string();

    explicit File(const std::string& text, fs::perms permissions = fs::perms(0600)) {
        fs::permissions(folder.path(), fs::perms(0700));
        std::ofstream(path) << text;
        fs::permissions(path, permissions);
    }

    [[nodiscard]] Status status() const {
        const auto read = read_password(path);
        return read ? Status::success : read.error().status();
    }
};

std::string password_in(const std::string& path) {
    auto read = read_password(path);
    REQUIRE(read.has_value());
    return read.value().data();
}

} // namespace

TEST_CASE("a password is the first line of its file") {
    CHECK(password_in(File("secret\n").path) == "secret");
    CHECK(password_in(File("  se cret \r\nother").path) == "  se cret ");
    CHECK(password_in(File("s\xC3\xA4").path) == "s\xC3\xA4");
}

TEST_CASE("a file without a password is refused") {
    CHECK(File("").status() == Status::invalid_data);
    CHECK(File("\nsecret").status() == Status::invalid_data);
    CHECK(File(std::string(2000, 'x')).status() == Status::invalid_data);
    CHECK(read_password("/nothing/here").error().status() == Status::file_not_found);
}

TEST_CASE("a password that others may read, or replace, is not used") {
    for (const unsigned mode : {0640U, 0604U, 0620U, 0602U, 0610U, 0644U, 0666U}) {
        CAPTURE(mode);
        CHECK(File("secret", fs::perms(mode)).status() == Status::access_denied);
    }
    const File file("secret");
    fs::permissions(file.folder.path(), fs::perms(0777));
    CHECK(file.status() == Status::access_denied);
}

TEST_CASE("a password is not read through a link, or from a pipe") {
    const File file("secret");
    const std::string link = file.path + "-link";
    fs::create_symlink(file.path, link);
    CHECK_FALSE(read_password(link).has_value());
    const std::string pipe = file.path + "-pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(read_password(pipe).error().status() == Status::access_denied);
}

TEST_CASE("a credential of systemd lies in its folder, and its service's group may read it") {
    const File file("secret", fs::perms(0440));
    setenv("CREDENTIALS_DIRECTORY", file.folder.path().c_str(), 1);
    CHECK(password_in("credential:password") == "secret");
    fs::permissions(file.path, fs::perms(0444));
    CHECK(read_password("credential:password").error().status() == Status::access_denied);
    fs::permissions(file.path, fs::perms(0460));
    CHECK(read_password("credential:password").error().status() == Status::access_denied);
    unsetenv("CREDENTIALS_DIRECTORY");
    CHECK(read_password("credential:password").error().status() == Status::file_not_found);
}

TEST_CASE("no reason has the password") {
    const auto read = read_password(File("secret", fs::perms(0644)).path);
    CHECK(read.error().message().find("secret") == std::string::npos);
}
