// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <algorithm>

namespace pdh_shim::platform {

bool is_own_address(const std::string& text) {
    constexpr char loopback_network = 127; // of IPv4
    constexpr std::size_t size_of_v4 = 4;
    const std::string loopback = std::string(15, '\0') + '\1'; // of IPv6
    const std::string address = parse_address(text);
    const auto is_loopback = [&] {
        return address.size() == size_of_v4 ? address.front() == loopback_network : address == loopback;
    };
    return !address.empty() && (is_loopback() || std::ranges::count(interface_addresses(), address) != 0);
}

} // namespace pdh_shim::platform
