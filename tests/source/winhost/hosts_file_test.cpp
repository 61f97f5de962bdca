// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "require_value.h"
#include "source/winhost/hosts_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace fs = std::filesystem;

TEST_CASE("a section says how a host is reached and what it gets") {
    const Hosts hosts = test::require_value(read_hosts("# our servers\n"
                                                       "[web1]\n"
                                                       "\n"
                                                       "[db1]\r\n"
                                                       "  address = 10.0.0.5  \n"
                                                       "port=4455\n"
                                                       "auth = ntlm\n"
                                                       "user = monitor\n"
                                                       "domain = CORP\n"
                                                       "password-file = /etc/pdh-shim/db1 password\n"
                                                       "protection = sign\n"
                                                       "; a comment\n"
                                                       "[.example.com]\n"
                                                       "ccache = FILE:/run/monitor/ticket\n"
                                                       "[linux1]\n"
                                                       "engine = pcp\n"));
    REQUIRE(hosts.sections().size() == 4);
    CHECK(hosts.sections()[0] == HostSettings{.name = "web1"});
    CHECK(hosts.sections()[1] == HostSettings{.name = "db1",
                                     .address = "10.0.0.5",
                                     .port = 4455,
                                     .authentication = Authentication::ntlm,
                                     .user = "monitor",
                                     .domain = "CORP",
                                     .password_file = "/etc/pdh-shim/db1 password",
                                     .protection = Protection::sign});
    CHECK(hosts.sections()[2] == HostSettings{.name = ".example.com", .ccache = "FILE:/run/monitor/ticket"});
    CHECK(hosts.sections()[3] == HostSettings{.name = "linux1", .engine = Engine::pcp});
}

TEST_CASE("a host has the section of its name, or the one with the longest ending") {
    const Hosts hosts = test::require_value(
        read_hosts("[.example.com]\n[.web.example.com]\n[a.example.com]\nport = 1\n[10.0.0.5]\nauth=ntlm\n"
                   "user=u\npassword-file=/p\n"));
    const auto name_of = [&](std::string_view host) {
        const HostSettings* const found = hosts.find(host);
        return found == nullptr ? std::string() : found->name;
    };
    CHECK(name_of("a.example.com") == "a.example.com");
    CHECK(name_of("A.EXAMPLE.com") == "a.example.com");
    CHECK(name_of("b.example.com") == ".example.com");
    CHECK(name_of("c.WEB.example.com") == ".web.example.com");
    CHECK(name_of("10.0.0.5") == "10.0.0.5");
    for (const char* const other : {"example.com", ".example.com", "evilexample.com", "b.example.com.evil",
             "b.example.comx", "b.example", "b", "", "*", "10.0.0.6"}) {
        CAPTURE(other);
        CHECK(name_of(other).empty() == (std::string_view(other) != ".example.com"));
    }
}

TEST_CASE("a hosts file that is malformed is refused with its line") {
    struct Case {
        const char* text;
        const char* place;
    };
    const Case cases[] = {
        {"port = 1\n", "line 1"},
        {"[web1]\n\nprot = 1\n", "line 3"},         // no such key
        {"[web1]\nPort = 1\n", "line 2"},           //
        {"[web1]\nport = 1\nport = 2\n", "line 3"}, // twice
        {"[web1]\nport =\n", "line 2"},
        {"[web1]\nport\n", "line 2"},
        {"[web1]\nport = 0\n", "line 2"},
        {"[web1]\nport = 65536\n", "line 2"},
        {"[web1]\nport = 1x\n", "line 2"},
        {"[web1\n", "line 1"},
        {"[web1]\n[WEB1]\n", "line 2"},
        {"[]\n", "line 1"},
        {"[*]\n", "line 1"},
        {"[*.example.com]\n", "line 1"},
        {"[..example.com]\n", "line 1"},
        {"[web1.]\n", "line 1"},
        {"[-web1]\n", "line 1"},
        {"[web1[\\pipe\\other]]\n", "line 1"},
        {"[web 1]\n", "line 1"},
        {"[web1]\naddress = a b\n", "line 2"},
        {"[web1]\naddress = 10.0.0.5,seal\n", "line 2"},
        {"[.example.com]\naddress = 10.0.0.5\n", "line 2"},
        {"[web1]\nauth = basic\n", "line 2"},
        {"[web1]\nprotection = none\n", "line 2"},
        {"[web1]\nengine = wmi\n", "line 2"},
        {"\n[web1]\nauth = ntlm\n", "line 2"}, // without a user
        {"[web1]\nauth = ntlm\nuser = u\n", "line 1"},
        {"[web1]\nauth = ntlm\npassword-file = /p\n", "line 1"},
        {"[web1]\nauth = ntlm\nuser = u\npassword-file = /p\nccache = FILE:/c\n", "line 1"},
        {"\n[.example.com]\nauth = ntlm\nuser = u\npassword-file = /p\n", "line 2"},
        {"[web1]\nuser = u\n", "line 1"},
        {"[web1]\npassword-file = /p\n", "line 1"},
        {"[web1]\nkeytab = /etc/keytab\n", "line 2"},
        {"[web1]\nauth = ntlm\nuser = u\npassword-file = p\n", "line 4"},
        {"[web1]\nauth = ntlm\nuser = u\npassword-file = credential:\n", "line 4"},
        {"[web1]\nauth = ntlm\nuser = u\npassword-file = credential:../p\n", "line 4"},
        {"[web1]\nauth = ntlm\nuser = u\npassword-file = credential:..\n", "line 4"},
        {"[web1]\nauth = ntlm\nuser = a\x01z\npassword-file = /p\n", "line 3"},
        {"[web1]\nengine = pcp\nport = 44321\n", "line 1"},
        {"[.example.com]\nengine = pcp\n", "line 1"},
        {"[10.0.0.5]\n", "line 1"}, // Kerberos has no service names of addresses
        {"[fe80::1]\n", "line 1"},
        {"text\n", "line 1"},
    };
    for (const Case& item : cases) {
        CAPTURE(item.text);
        const auto hosts = read_hosts(item.text);
        REQUIRE_FALSE(hosts.has_value());
        CHECK(hosts.error().status() == Status::invalid_datasource);
        CHECK(hosts.error().where() == item.place);
        CHECK_FALSE(hosts.error().what().empty());
    }
}

TEST_CASE("a value has at most 4096 bytes") {
    const std::string most(4096 - 1, 'x');
    CHECK(read_hosts("[web1]\nccache = f" + most).has_value());
    CHECK_FALSE(read_hosts("[web1]\nccache = fi" + most).has_value());
}

TEST_CASE("an empty file has no hosts, and the last line needs no end") {
    CHECK(test::require_value(read_hosts("")).sections().empty());
    CHECK(test::require_value(read_hosts("\xEF\xBB\xBF# nothing")).sections().empty());
    CHECK(test::require_value(read_hosts("[web1]")).sections().size() == 1);
}

namespace {

/// A folder of settings, and the variables that lead there.
class Settings {
  public:
    Settings() {
        fs::permissions(folder_.path(), fs::perms(0700));
        setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
        unsetenv("PDH_SHIM_HOSTS");
    }
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;
    ~Settings() {
        unsetenv("XDG_CONFIG_HOME");
        unsetenv("PDH_SHIM_HOSTS");
    }

    fs::path write(const char* name, const std::string& text, fs::perms permissions = fs::perms(0600)) {
        const fs::path file = fs::path(folder_.path()) / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
        fs::permissions(file, permissions);
        return file;
    }

  private:
    test::TemporaryFolder folder_;
};

} // namespace

TEST_CASE("hosts come from the user's file, or from a chosen one") {
    Settings settings;
    CHECK(test::require_value(load_hosts()).find("web1") == nullptr);
    settings.write("pdh-shim/hosts.ini", "[web1]\n");
    CHECK(test::require_value(load_hosts()).find("web1") != nullptr);
    const fs::path chosen = settings.write("chosen.ini", "[web2]\n");
    setenv("PDH_SHIM_HOSTS", chosen.c_str(), 1);
    CHECK(hosts_files() == chosen.string());
    CHECK(test::require_value(load_hosts()).find("web1") == nullptr);
    CHECK(test::require_value(load_hosts()).find("web2") != nullptr);
    setenv("PDH_SHIM_HOSTS", (chosen.string() + "x").c_str(), 1);
    CHECK(load_hosts().error().status() == Status::invalid_datasource);
}

TEST_CASE("a hosts file that others can change is not used") {
    Settings settings;
    settings.write("pdh-shim/hosts.ini", "[web1]\n", fs::perms(0662));
    const auto hosts = load_hosts();
    REQUIRE_FALSE(hosts.has_value());
    CHECK(hosts.error().message().find("written by others") != std::string::npos);
}

TEST_CASE("sections of the user outrank sections of the system") {
    Hosts own = test::require_value(read_hosts("[web1]\nport = 1\n"));
    own.add(test::require_value(read_hosts("[WEB1]\nport = 2\n[web2]\nport = 3\n")));
    REQUIRE(own.sections().size() == 2);
    CHECK(own.find("web1")->port == 1);
    CHECK(own.find("web2")->port == 3);
}
