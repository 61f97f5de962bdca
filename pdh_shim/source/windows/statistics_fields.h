// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// Where the fields of the tables of protocols are, as Windows' headers define them.

namespace pdh_shim::source::windows {

/// MIB_IPSTATS.
struct IpField {
    enum Index : std::uint8_t {
        received = 2,
        header_errors,
        address_errors,
        forwarded,
        unknown_protocol,
        received_discarded,
        delivered,
        sent,
        sent_discarded = 11,
        no_route,
        fragments_received = 14,
        reassembled,
        reassembly_failures,
        fragmented,
        fragmentation_failures,
        fragments_created
    };
};

/// MIB_TCPSTATS.
struct TcpField {
    enum Index : std::uint8_t {
        active_opens = 4,
        passive_opens,
        failures,
        resets,
        established,
        received,
        sent,
        retransmitted
    };
};

/// MIB_UDPSTATS.
struct UdpField {
    enum Index : std::uint8_t { received, no_port, errors, sent };
};

/// MIB_ICMP: what was received, then what was sent.
struct IcmpField {
    enum Index : std::uint8_t {
        received,
        received_errors,
        received_unreachable,
        received_time_exceeded,
        received_parameter_problem,
        received_source_quench,
        received_redirect,
        received_echo,
        received_echo_reply,
        received_timestamp,
        received_timestamp_reply,
        received_mask,
        received_mask_reply,
        sent,
        sent_errors
    };
};

} // namespace pdh_shim::source::windows
