// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <array>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>
#include <sys/socket.h>

using pdh_shim::platform::is_own_address;

TEST_CASE("loopback addresses in numbers are this computer's, names and other texts are not its addresses") {
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
