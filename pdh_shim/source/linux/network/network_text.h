// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The counts of a line of /proc/net/dev.
struct NetworkCount {
    enum Index : std::uint8_t {
        bytes_received,
        packets_received,
        receive_errors,
        receive_drops,
        receive_fifo,
        receive_frame,
        receive_compressed,
        multicast,
        bytes_sent,
        packets_sent,
        send_errors,
        send_drops,
        send_fifo,
        collisions,
        carrier,
        send_compressed,
        count
    };
};
using NetworkCounts = std::array<std::int64_t, NetworkCount::count>;

struct NetworkLine {
    std::string_view name;
    NetworkCounts counts{};
};

/// The connections of /proc/net/tcp6 that are established, or that the other side alone has closed. Those
/// over IPv4, of a socket that takes both, are not counted.
[[nodiscard]] std::int64_t count_tcp6_connections(std::string_view text);

void parse_net_dev(std::string_view text, std::vector<NetworkLine>& interfaces);

/// Reads the counts of a protocol from /proc/net/snmp, where a line of names stands before the line of their
/// values and both begin with the protocol's word (`Tcp:`): values[i] becomes what is below names[i], or
/// `unread`.
void parse_snmp(std::string_view text, std::string_view protocol, std::span<const std::string_view> names,
    std::span<std::int64_t> values);

} // namespace pdh_shim::source::linux
