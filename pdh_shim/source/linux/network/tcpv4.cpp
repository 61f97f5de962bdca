// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/protocol.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct TcpField {
    enum Index : std::uint8_t {
        established = ProtocolField::count,
        active_opens,
        passive_opens,
        failures,
        resets,
        retransmitted
    };
};

constexpr auto tcp_names = std::to_array<std::string_view>({"InSegs", "OutSegs", "CurrEstab", "ActiveOpens",
    "PassiveOpens", "AttemptFails", "EstabResets", "RetransSegs"});

constexpr ProtocolCounts tcp_counts{snmp_file, "Tcp:", tcp_names, TcpField::established};

constexpr auto tcp_rows = std::to_array<CounterRow>({
    rate_row(u"Segments/sec", 640, ProtocolField::both, u"TCP segments received and sent in a second."),
    count_row(u"Connections Established", 642, TcpField::established,
        u"TCP connections that are open now, or that the other side alone has closed."),
    count_row(u"Connections Active", 644, TcpField::active_opens,
        u"TCP connections that programs of this machine have begun to open."),
    count_row(u"Connections Passive", 646, TcpField::passive_opens,
        u"TCP connections that others have begun to open to this machine."),
    count_row(u"Connection Failures", 648, TcpField::failures,
        u"TCP connections that ended before they were established."),
    count_row(u"Connections Reset", 650, TcpField::resets,
        u"TCP connections that were established and were broken off."),
    rate_row(u"Segments Received/sec", 652, ProtocolField::received, u"TCP segments received in a second."),
    rate_row(u"Segments Sent/sec", 654, ProtocolField::sent,
        u"TCP segments sent in a second, except those that were sent again."),
    rate_row(u"Segments Retransmitted/sec", 656, TcpField::retransmitted,
        u"TCP segments in a second that were sent again."),
});

} // namespace

constexpr PerformanceObject<> objects::tcpv4{
    .table{u"TCPv4", 638, model::Instances::none, {snmp_file}, {}, u"Segments/sec",
        u"The connections and segments of TCP, over IPv4 and IPv6 together.", tcp_rows},
    .open = open_protocol<tcp_counts>};

} // namespace pdh_shim::source::linux
