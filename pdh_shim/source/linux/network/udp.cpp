// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/network/protocol.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct UdpField {
    enum Index : std::uint8_t { no_port = ProtocolField::count, errors };
};

// The counters that UDPv4 and UDPv6 share.
constexpr auto udp_rows = std::to_array<CounterRow>({
    rate_row(u"Datagrams/sec", 438, ProtocolField::both, u"UDP datagrams received and sent in a second."),
    rate_row(u"Datagrams Received/sec", 446, ProtocolField::received,
        u"UDP datagrams in a second that programs received."),
    rate_row(u"Datagrams No Port/sec", 664, UdpField::no_port,
        u"UDP datagrams in a second for a port that no program listens on."),
    count_row(u"Datagrams Received Errors", 666, UdpField::errors,
        u"UDP datagrams that could not be given to a program for other reasons."),
    rate_row(u"Datagrams Sent/sec", 442, ProtocolField::sent, u"UDP datagrams sent in a second."),
});

constexpr auto udpv4_names =
    std::to_array<std::string_view>({"InDatagrams", "OutDatagrams", "NoPorts", "InErrors"});

constexpr ProtocolCounts udpv4_counts{snmp_file, "Udp:", udpv4_names};

} // namespace

constexpr ObjectTable objects::udpv4{u"UDPv4", 658, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
    u"The datagrams of UDP over IPv4.", udp_rows, nullptr, nullptr, open_protocol<udpv4_counts>};

namespace {

constexpr auto udpv6_names =
    std::to_array<std::string_view>({"Udp6InDatagrams", "Udp6OutDatagrams", "Udp6NoPorts", "Udp6InErrors"});

constexpr ProtocolCounts udpv6_counts{snmp6_file, {}, udpv6_names};

} // namespace

constexpr ObjectTable objects::udpv6{u"UDPv6", 1532, model::Instances::none, {snmp6_file}, {},
    u"Datagrams/sec", u"The datagrams of UDP over IPv6.", udp_rows, nullptr, nullptr,
    open_protocol<udpv6_counts>};

} // namespace pdh_shim::source::linux
