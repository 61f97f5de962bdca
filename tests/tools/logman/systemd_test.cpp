// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/logman/command_process.h"
#include "tools/logman/systemd.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace pdh_shim::tools;

using logman::CollectorSet;

namespace {

CollectorSet unit_set(const std::string& name) {
    CollectorSet set;
    set.name = name;
    set.output = "/etc/my logs/web";
    return set;
}

bool has_line(const std::string& text, const std::string& line) {
    return ('\n' + text).find('\n' + line + '\n') != std::string::npos;
}

} // namespace

TEST_CASE("the name of a unit has only characters that a unit may have") {
    CHECK(logman::unit_name("web") == "logman_web.service");
    CHECK(logman::unit_name("a b-%\xC3\xA4") == "logman_a\\x20b\\x2d\\x25\\xc3\\xa4.service");
}

TEST_CASE("a unit has a name that systemd and the file system take, for any set") {
    std::string chinese;
    for (int i = 0; i < 66; ++i) { // 198 bytes of a set's 200
        chinese += "\xE8\xAE\xBE";
        CHECK(logman::unit_name(chinese).size() + std::string(".new").size() < 255);
    }
    CHECK(logman::unit_name(std::string(200, 'a')).size() == 215);
    const auto name = logman::unit_name(chinese);
    CHECK(name.ends_with(".service"));
    CHECK(name == logman::unit_name(chinese));
    chinese.back() = '\xBD';
    CHECK(name != logman::unit_name(chinese));
}

TEST_CASE("the unit runs the set, and nothing in its name means something to systemd") {
    const auto text = logman::unit_text(unit_set("a \"b\" $x %n"), "/usr/bin/log man", false);
    CHECK(has_line(text, "ExecStart=\"/usr/bin/log man\" run -- \"a \\\"b\\\" $$x %%n\""));
    CHECK(has_line(text, "Description=Data collector set a \"b\" $x %%n"));
    CHECK(has_line(text, "WantedBy=default.target"));
    CHECK(text.find("ProtectSystem") == std::string::npos);
}

TEST_CASE("the unit of a set of the system has few rights, and may write its logs") {
    const auto text = logman::unit_text(unit_set("web"), "/usr/bin/logman", true);
    CHECK(has_line(text, "ExecStart=\"/usr/bin/logman\" run -system -- \"web\""));
    CHECK(has_line(text, "ProtectSystem=full"));
    CHECK(has_line(text, "ReadWritePaths=\"-/etc/my logs\""));
    CHECK(has_line(text, "WantedBy=multi-user.target"));
    auto database = unit_set("web");
    database.format = command::OutputFormat::sql;
    CHECK(logman::unit_text(database, "/usr/bin/logman", true).find("ReadWritePaths") == std::string::npos);
    database.started_set = "other"; // whose unit is made
    CHECK(has_line(
        logman::unit_text(database, "/usr/bin/logman", true), "ReadWritePaths=\"-/etc/systemd/system\""));
}

TEST_CASE("systemd understands the units, and rates the system's as little exposed") {
    const pdh_shim::test::TemporaryFolder folder;
    for (const bool is_system : {false, true}) {
        const auto file = folder.write(is_system ? "system.service" : "user.service",
            logman::unit_text(unit_set("a b"), "/bin/true", is_system));
        const auto checked = logman::finish_program({"systemd-analyze", "verify", "--man=no", file});
        if (checked.status == 127) {
            MESSAGE("skipped: the package systemd is missing");
            return;
        }
        CHECK(checked.output.find(file) == std::string::npos);
    }
    constexpr const char* limit = "--threshold=70"; // of 100; a service without any protection has 96
    const auto rated = logman::finish_program({"systemd-analyze", "security", "--offline=true", "--no-pager",
        limit, folder.path("system.service")});
    CHECK(rated.status == 0);
}

using pdh_shim::tools::logman::write_to_system_log;

TEST_CASE("a line to the system's log has priority, time and program, and is harmless") {
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
