// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>
#include <sys/socket.h>

namespace pdh_shim::platform {
namespace {

template <class Address>
std::string bytes_of(const Address& address) {
    return {reinterpret_cast<const char*>(&address), sizeof address};
}

std::string address_of(const ifaddrs& interface) {
    if (interface.ifa_addr == nullptr) {
        return {};
    }
    switch (interface.ifa_addr->sa_family) {
    case AF_INET:
        return bytes_of(reinterpret_cast<const sockaddr_in*>(interface.ifa_addr)->sin_addr);
    case AF_INET6:
        return bytes_of(reinterpret_cast<const sockaddr_in6*>(interface.ifa_addr)->sin6_addr);
    default:
        return {};
    }
}

} // namespace

std::string parse_address(const std::string& text) {
    in_addr v4{};
    in6_addr v6{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1) {
        return bytes_of(v4);
    }
    return inet_pton(AF_INET6, text.c_str(), &v6) == 1 ? bytes_of(v6) : std::string();
}

std::vector<std::string> interface_addresses() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) {
        return {};
    }
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> interfaces(first, freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* interface = first; interface != nullptr; interface = interface->ifa_next) {
        addresses.push_back(address_of(*interface));
    }
    return addresses;
}

} // namespace pdh_shim::platform
