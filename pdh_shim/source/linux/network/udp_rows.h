// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/network/protocol.h"

#include <array>

namespace pdh_shim::source::linux {

struct UdpField {
    enum Index : std::uint8_t { no_port = ProtocolField::count, errors };
};

/// The counters that UDPv4 and UDPv6 share.
inline constexpr auto udp_rows = std::to_array<CounterRow>({
    rate_row(u"Datagrams/sec", 438, ProtocolField::both, u"UDP datagrams received and sent in a second."),
    rate_row(u"Datagrams Received/sec", 446, ProtocolField::received,
        u"UDP datagrams in a second that programs received."),
    rate_row(u"Datagrams No Port/sec", 664, UdpField::no_port,
        u"UDP datagrams in a second for a port that no program listens on."),
    count_row(u"Datagrams Received Errors", 666, UdpField::errors,
        u"UDP datagrams that could not be given to a program for other reasons."),
    rate_row(u"Datagrams Sent/sec", 442, ProtocolField::sent, u"UDP datagrams sent in a second."),
});

} // namespace pdh_shim::source::linux
