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

/// The bytes of a numeric address; none for another text.
std::string parse_address(const std::string& text) {
    in_addr v4{};
    in6_addr v6{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1) {
        return bytes_of(v4);
    }
    return inet_pton(AF_INET6, text.c_str(), &v6) == 1 ? bytes_of(v6) : std::string();
}

bool is_loopback_address(const std::string& address) {
    constexpr char loopback_network = 127;
    return address.size() == sizeof(in_addr) ? address.front() == loopback_network
                                             : address == bytes_of(in6addr_loopback);
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

bool has_interface(const std::string& address) {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) {
        return false;
    }
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> interfaces(first, freeifaddrs);
    for (const ifaddrs* interface = first; interface != nullptr; interface = interface->ifa_next) {
        if (address_of(*interface) == address) {
            return true;
        }
    }
    return false;
}

} // namespace

bool is_own_address(const std::string& text) {
    const std::string address = parse_address(text);
    if (address.empty()) {
        return false;
    }
    return is_loopback_address(address) || has_interface(address);
}

} // namespace pdh_shim::platform
