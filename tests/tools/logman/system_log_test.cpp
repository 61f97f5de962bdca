// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/logman/system_log.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using pdh_shim::tools::logman::write_to_system_log;

TEST_CASE("a line to the system's log has a priority, a time and the program, and steers no terminal") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto name = folder.path("log");
    const int logger = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    REQUIRE(name.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, name.data(), name.size());
    REQUIRE(::bind(logger, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    CHECK(write_to_system_log("it is \x1b[2J full", name).empty());
    std::array<char, 1000> bytes{};
    const auto count = ::recv(logger, bytes.data(), bytes.size(), MSG_DONTWAIT);
    REQUIRE(count > 0);
    const std::string line(bytes.data(), static_cast<std::size_t>(count));
    CHECK(line.starts_with("<12>")); // a warning of a user's program
    CHECK(line.substr(7, 1) == " "); // behind the month
    CHECK(line.substr(13, 1) == ":");
    CHECK(line.substr(16, 1) == ":");
    CHECK(line.ends_with(" logman[" + std::to_string(::getpid()) + "]: it is \\x1b[2J full"));
    ::close(logger);
    CHECK(write_to_system_log("late", name) == "Connection refused");
}

TEST_CASE("where no log of the system is, it is said why") {
    const pdh_shim::test::TemporaryFolder folder;
    CHECK(write_to_system_log("x", folder.path("none")) == "No such file or directory");
    CHECK(write_to_system_log("x", std::string(200, 'a')) == "File name too long");
}
