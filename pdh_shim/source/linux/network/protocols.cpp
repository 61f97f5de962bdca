// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter32.h"
#include "model/protocol_rows.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/network/network_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

using calc::Counter32;
using model::Counted;
using model::ProtocolRow;

constexpr std::string_view snmp_file = "/proc/net/snmp";
constexpr std::string_view snmp6_file = "/proc/net/snmp6";

/// Where the kernel shows what a protocol has counted.
struct ProtocolCounts {
    std::string_view file;
    std::string_view line; ///< first word of its lines in /proc/net/snmp
    std::span<const ProtocolRow> rows;
    std::span<const std::string_view> names; ///< of the rows after the first one, in the kernel's file
};

/// The table of counters of an object: the field of each is its row. The first row is Counted::both.
template <std::size_t Count>
constexpr auto protocol_counters(const std::array<ProtocolRow, Count>& rows) {
    std::array<CounterRow, Count> counters{};
    for (std::size_t row = 0; row < Count; ++row) {
        counters[row] = rows[row].template as<CounterRow>(static_cast<std::uint8_t>(row));
    }
    return counters;
}

/// The names of the rows after the first one, without a prefix.
template <std::size_t Count>
constexpr auto protocol_names(const std::array<ProtocolRow, Count>& rows, std::string_view prefix = {}) {
    std::array<std::string_view, Count - 1> names{};
    std::transform(rows.begin() + 1, rows.end(), names.begin(),
        [prefix](const ProtocolRow& row) { return row.linux_name.substr(prefix.size()); });
    return names;
}

/// The counts of a network protocol. Kernels of 32 bits keep some of them in 32 bits: they go on when they
/// wrap.
class Protocol final : public Sampler {
  public:
    explicit Protocol(const ProtocolCounts& counts);

    void sample(const Collect& collect, Inputs needed) override;
    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    void read(std::string_view text);

    const ProtocolCounts& counts_;
    std::vector<std::int64_t> values_;
    std::vector<Counter32> continued_;
};

/// ObjectTable::open of a protocol.
template <const ProtocolCounts& Counts>
std::unique_ptr<Sampler> open_protocol(const Shown& /*shown*/) {
    return std::make_unique<Protocol>(Counts);
}

Protocol::Protocol(const ProtocolCounts& counts)
    : counts_(counts), values_(counts.rows.size(), unread), continued_(values_.size()) {}

void Protocol::sample(const Collect& collect, Inputs /*needed*/) {
    if (const auto text = collect.text(counts_.file)) {
        read(*text);
    } else {
        std::ranges::fill(values_, unread);
    }
}

void Protocol::read(std::string_view text) {
    const std::span<std::int64_t> shown = std::span(values_).subspan(1);
    if (counts_.line.empty()) {
        parse_named_values(text, counts_.names, shown);
    } else {
        parse_snmp(text, counts_.line, counts_.names, shown);
    }
    std::int64_t both = 0;
    for (std::size_t row = 1; row < values_.size(); ++row) {
        const Counted counted = counts_.rows[row].counted;
        if (values_[row] != unread && counted != Counted::now) {
            values_[row] = continued_[row].advance(values_[row]);
        }
        if (counted == Counted::received || counted == Counted::sent) {
            both = sum_of({both, values_[row]});
        }
    }
    values_[0] = both;
}

constexpr auto ipv4_names = [] {
    auto names = protocol_names(model::ip_rows, "Ip6");
    std::ranges::replace(names, std::string_view("OutForwDatagrams"), std::string_view("ForwDatagrams"));
    return names;
}();
constexpr auto ipv6_names = protocol_names(model::ip_rows);
constexpr ProtocolCounts ipv4_counts{snmp_file, "Ip:", model::ip_rows, ipv4_names};
constexpr ProtocolCounts ipv6_counts{snmp6_file, {}, model::ip_rows, ipv6_names};
constexpr auto ip_counters = protocol_counters(model::ip_rows);

constexpr auto udpv4_names = protocol_names(model::udp_rows, "Udp6");
constexpr auto udpv6_names = protocol_names(model::udp_rows);
constexpr ProtocolCounts udpv4_counts{snmp_file, "Udp:", model::udp_rows, udpv4_names};
constexpr ProtocolCounts udpv6_counts{snmp6_file, {}, model::udp_rows, udpv6_names};
constexpr auto udp_counters = protocol_counters(model::udp_rows);

constexpr auto icmp_names = protocol_names(model::icmp_rows);
constexpr ProtocolCounts icmp_counts{snmp_file, "Icmp:", model::icmp_rows, icmp_names};
constexpr auto icmp_counters = protocol_counters(model::icmp_rows);

constexpr auto icmpv6_rows = std::to_array<ProtocolRow>({
    {u"Messages/sec", 584, Counted::both, "", u"ICMPv6 messages received and sent in a second."},
    {u"Messages Received/sec", 586, Counted::received, "Icmp6InMsgs",
        u"ICMPv6 messages received in a second, wrong ones included."},
    {u"Messages Received Errors", 588, Counted::total, "Icmp6InErrors",
        u"ICMPv6 messages received with something wrong in them."},
    {u"Received Dest. Unreachable", 590, Counted::total, "Icmp6InDestUnreachs",
        u"ICMPv6 messages received that say that a destination cannot be reached."},
    {u"Received Packet Too Big", 1536, Counted::total, "Icmp6InPktTooBigs",
        u"ICMPv6 messages received that say that a datagram was too long for a link on its way."},
    {u"Received Time Exceeded", 592, Counted::total, "Icmp6InTimeExcds",
        u"ICMPv6 messages received that say that a datagram was on its way or in fragments for too long."},
    {u"Received Parameter Problem", 594, Counted::total, "Icmp6InParmProblems",
        u"ICMPv6 messages received that say that something is wrong in a header."},
    {u"Received Echo/sec", 600, Counted::rate, "Icmp6InEchos",
        u"ICMPv6 messages received in a second that ask for an echo, as ping does."},
    {u"Received Echo Reply/sec", 602, Counted::rate, "Icmp6InEchoReplies",
        u"ICMPv6 messages received in a second that are echoes."},
    {u"Received Membership Query", 1538, Counted::total, "Icmp6InGroupMembQueries",
        u"ICMPv6 messages received that ask which multicast groups have listeners."},
    {u"Received Membership Report", 1540, Counted::total, "Icmp6InGroupMembResponses",
        u"ICMPv6 messages received that say that a multicast group has a listener, in version 1 of that "
        u"protocol."},
    {u"Received Membership Reduction", 1542, Counted::total, "Icmp6InGroupMembReductions",
        u"ICMPv6 messages received that say that a multicast group has lost a listener."},
    {u"Received Router Solicit", 1544, Counted::total, "Icmp6InRouterSolicits",
        u"ICMPv6 messages received that ask for routers."},
    {u"Received Router Advert", 1546, Counted::total, "Icmp6InRouterAdvertisements",
        u"ICMPv6 messages received that announce a router."},
    {u"Received Redirect/sec", 598, Counted::rate, "Icmp6InRedirects",
        u"ICMPv6 messages received in a second that name a better route."},
    {u"Received Neighbor Solicit", 1550, Counted::total, "Icmp6InNeighborSolicits",
        u"ICMPv6 messages received that ask for the link address of a neighbor."},
    {u"Received Neighbor Advert", 1552, Counted::total, "Icmp6InNeighborAdvertisements",
        u"ICMPv6 messages received that tell the link address of a neighbor."},
    {u"Messages Sent/sec", 612, Counted::sent, "Icmp6OutMsgs",
        u"ICMPv6 messages in a second that were sent, or could not be."},
    {u"Messages Outbound Errors", 614, Counted::total, "Icmp6OutErrors",
        u"ICMPv6 messages that could not be sent."},
    {u"Sent Destination Unreachable", 616, Counted::total, "Icmp6OutDestUnreachs",
        u"ICMPv6 messages sent that say that a destination cannot be reached."},
    {u"Sent Packet Too Big", 1554, Counted::total, "Icmp6OutPktTooBigs",
        u"ICMPv6 messages sent that say that a datagram was too long for a link on its way."},
    {u"Sent Time Exceeded", 618, Counted::total, "Icmp6OutTimeExcds",
        u"ICMPv6 messages sent that say that a datagram was on its way or in fragments for too long."},
    {u"Sent Parameter Problem", 620, Counted::total, "Icmp6OutParmProblems",
        u"ICMPv6 messages sent that say that something is wrong in a header."},
    {u"Sent Echo/sec", 626, Counted::rate, "Icmp6OutEchos",
        u"ICMPv6 messages sent in a second that ask for an echo, as ping does."},
    {u"Sent Echo Reply/sec", 628, Counted::rate, "Icmp6OutEchoReplies",
        u"ICMPv6 messages sent in a second that are echoes."},
    {u"Sent Membership Query", 1556, Counted::total, "Icmp6OutGroupMembQueries",
        u"ICMPv6 messages sent that ask which multicast groups have listeners."},
    {u"Sent Membership Report", 1558, Counted::total, "Icmp6OutGroupMembResponses",
        u"ICMPv6 messages sent that say that a multicast group has a listener, in version 1 of that "
        u"protocol."},
    {u"Sent Membership Reduction", 1560, Counted::total, "Icmp6OutGroupMembReductions",
        u"ICMPv6 messages sent that say that a multicast group has lost a listener."},
    {u"Sent Router Solicit", 1562, Counted::total, "Icmp6OutRouterSolicits",
        u"ICMPv6 messages sent that ask for routers."},
    {u"Sent Router Advert", 1564, Counted::total, "Icmp6OutRouterAdvertisements",
        u"ICMPv6 messages sent that announce a router."},
    {u"Sent Redirect/sec", 624, Counted::rate, "Icmp6OutRedirects",
        u"ICMPv6 messages sent in a second that name a better route."},
    {u"Sent Neighbor Solicit", 1566, Counted::total, "Icmp6OutNeighborSolicits",
        u"ICMPv6 messages sent that ask for the link address of a neighbor."},
    {u"Sent Neighbor Advert", 1568, Counted::total, "Icmp6OutNeighborAdvertisements",
        u"ICMPv6 messages sent that tell the link address of a neighbor."},
});

constexpr auto icmpv6_names = protocol_names(icmpv6_rows);
constexpr ProtocolCounts icmpv6_counts{snmp6_file, {}, icmpv6_rows, icmpv6_names};
constexpr auto icmpv6_counters = protocol_counters(icmpv6_rows);

constexpr auto tcp_names = protocol_names(model::tcp_rows);
constexpr ProtocolCounts tcp_counts{snmp_file, "Tcp:", model::tcp_rows, tcp_names};
constexpr auto tcp_counters = protocol_counters(model::tcp_rows);

constexpr std::string_view tcp6_file = "/proc/net/tcp6";

// Linux counts segments and the rest of TCP over both versions of IP together: they are in TCPv4.
constexpr auto tcpv6_counters = std::to_array<CounterRow>({
    {u"Connections Established", 642, CounterType::perf_counter_rawcount, model::Detail::advanced, {}, 0,
        u"TCP connections over IPv6 that are open now, or that the other side alone has closed."},
});

void write_tcpv6(const Shown& shown, InstanceWriter& instances) {
    const auto text = shown.texts.get(tcp6_file);
    const std::array<std::int64_t, 1> values{text ? count_tcp6_connections(*text) : unread};
    instances.add({}, model::no_unique_id, values);
}

} // namespace

constexpr ObjectTable objects::tcpv4{u"TCPv4", 638, model::Instances::none, {snmp_file}, {}, u"Segments/sec",
    u"The connections and segments of TCP, over IPv4 and IPv6 together.", tcp_counters, nullptr, nullptr,
    open_protocol<tcp_counts>};

constexpr ObjectTable objects::tcpv6{u"TCPv6", 1530, model::Instances::none, {tcp6_file}, {},
    u"Connections Established", u"The connections of TCP over IPv6.", tcpv6_counters, nullptr, write_tcpv6};

constexpr ObjectTable objects::udpv4{u"UDPv4", 658, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
    u"The datagrams of UDP over IPv4.", udp_counters, nullptr, nullptr, open_protocol<udpv4_counts>};

constexpr ObjectTable objects::udpv6{u"UDPv6", 1532, model::Instances::none, {snmp6_file}, {},
    u"Datagrams/sec", u"The datagrams of UDP over IPv6.", udp_counters, nullptr, nullptr,
    open_protocol<udpv6_counts>};

constexpr ObjectTable objects::ipv4{u"IPv4", 546, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
    u"The datagrams of IPv4, of all interfaces, the loopback one included.", ip_counters, nullptr, nullptr,
    open_protocol<ipv4_counts>};

constexpr ObjectTable objects::ipv6{u"IPv6", 548, model::Instances::none, {snmp6_file}, {}, u"Datagrams/sec",
    u"The datagrams of IPv6, of all interfaces, the loopback one included.", ip_counters, nullptr, nullptr,
    open_protocol<ipv6_counts>};

constexpr ObjectTable objects::icmp{u"ICMP", 582, model::Instances::none, {snmp_file}, {}, u"Messages/sec",
    u"The control messages of IPv4.", icmp_counters, nullptr, nullptr, open_protocol<icmp_counts>};

constexpr ObjectTable objects::icmpv6{u"ICMPv6", 1534, model::Instances::none, {snmp6_file}, {},
    u"Messages/sec", u"The control messages of IPv6.", icmpv6_counters, nullptr, nullptr,
    open_protocol<icmpv6_counts>};

} // namespace pdh_shim::source::linux
