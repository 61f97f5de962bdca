// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/network/network_text.h"
#include "source/linux/network/protocol.h"

#include <array>
#include <cstdint>
#include <string_view>

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

constexpr ObjectTable objects::tcpv4{u"TCPv4", 638, model::Instances::none, {snmp_file}, {}, u"Segments/sec",
    u"The connections and segments of TCP, over IPv4 and IPv6 together.", tcp_rows, nullptr, nullptr,
    open_protocol<tcp_counts>};

namespace {

constexpr std::string_view tcp6_file = "/proc/net/tcp6";

// Linux counts segments and the rest of TCP over both versions of IP together: they are in TCPv4.
constexpr auto tcpv6_rows = std::to_array<CounterRow>({
    count_row(u"Connections Established", 642, 0,
        u"TCP connections over IPv6 that are open now, or that the other side alone has closed."),
});

void write_tcpv6(const Shown& shown, InstanceWriter& instances) {
    const auto text = shown.texts.get(tcp6_file);
    const std::array<std::int64_t, 1> values{text ? count_tcp6_connections(*text) : unread};
    instances.add({}, model::no_unique_id, values);
}

} // namespace

constexpr ObjectTable objects::tcpv6{u"TCPv6", 1530, model::Instances::none, {tcp6_file}, {},
    u"Connections Established", u"The connections of TCP over IPv6.", tcpv6_rows, nullptr, write_tcpv6};

} // namespace pdh_shim::source::linux
