// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/posix/host_names.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <array>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>
#include <sys/socket.h>

using pdh_shim::platform::full_host_names;

using Names = std::vector<std::string>;

TEST_CASE("a host name with a domain is a name of this computer") {
    CHECK(full_host_names("web1.this.example", "", "") == Names{"web1.this.example"});
    CHECK(full_host_names("web1", "", "").empty());
    CHECK(full_host_names("web1.", "", "").empty());
    CHECK(full_host_names("", "127.0.0.1 .x", "search x").empty());
}

TEST_CASE("the canonical name beside an own address in /etc/hosts names this computer") {
    CHECK(full_host_names("web1",
              "# 127.0.0.1 web1.comment web1\n127.0.0.1\tlocalhost\n127.0.1.1 \tweb1.this.example web1 # "
              "web1.x web1\n",
              "") == Names{"web1.this.example"});
    CHECK(full_host_names("Web1",
              "::1 localhost web1.alias web1\n127.0.0.2 WEB1.One web1\r\n127.0.0.3 web1.two web1",
              "") == Names{"WEB1.One", "web1.two"});
    // Another computer's address, name or canonical name; and lines that are none.
    CHECK(full_host_names("web1",
        "224.0.0.1 web1.other.example web1\n127.0.0.1 web10.x web1\n127.0.0.1 web1.x\n127.0.0.1 web1. web1\n"
        "127.0.0.1\nweb1.x web1\n127.0.0.1 db.example web1\n",
        "")
              .empty());
    CHECK(full_host_names("web1.long", "127.0.0.1 web1.x web1.long\n", "") == Names{"web1.long", "web1.x"});
}

TEST_CASE("a domain that the resolver searches makes a name of this computer") {
    CHECK(
        full_host_names("web1", "",
            "nameserver 127.0.0.53\noptions edns0\nsearch this.example \tlan .\n;search no.example\n#domain "
            "no.example\n") == Names{"web1.this.example", "web1.lan"});
    CHECK(full_host_names("web1", "", "domain this.example") == Names{"web1.this.example"});
    CHECK(full_host_names("web1", "", "search\ndomain\nsearching x\n search this.example") ==
          Names{"web1.this.example"});
    CHECK(full_host_names("web1.this.example", "127.0.1.1 web1.this.example web1\n",
              "search this.example\n") == Names{"web1.this.example"});
}

using pdh_shim::platform::is_own_address;

TEST_CASE("loopback addresses are this computer's; names and other texts are not") {
    for (const char* const address : {"127.0.0.1", "127.255.0.3", "::1", "0:0:0:0:0:0:0:1"}) {
        CAPTURE(address);
        CHECK(is_own_address(address));
    }
    // Groups of computers: no interface has their addresses.
    for (const char* const other : {"", ".", "127", "127.0.0.1.", "127.0.0.1:80", "[::1]", "::2", "224.0.0.1",
             "ff02::1", "no such computer"}) {
        CAPTURE(other);
        CHECK_FALSE(is_own_address(other));
    }
}

TEST_CASE("the addresses of this computer's interfaces are its own") {
    ifaddrs* first = nullptr;
    REQUIRE(getifaddrs(&first) == 0);
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> interfaces(first, freeifaddrs);
    for (const ifaddrs* interface = first; interface != nullptr; interface = interface->ifa_next) {
        if (interface->ifa_addr == nullptr || interface->ifa_addr->sa_family != AF_INET) {
            continue;
        }
        std::array<char, INET_ADDRSTRLEN> text{};
        const auto* const address = reinterpret_cast<const sockaddr_in*>(interface->ifa_addr);
        REQUIRE(inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr);
        CAPTURE(text.data());
        CHECK(is_own_address(text.data()));
    }
}
