// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/network/protocol.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct IpField {
    enum Index : std::uint8_t {
        header_errors = ProtocolField::count,
        address_errors,
        forwarded,
        unknown_protocol,
        received_discarded,
        delivered,
        sent_discarded,
        no_route,
        fragments_received,
        reassembled,
        reassembly_failures,
        fragmented,
        fragmentation_failures,
        fragments_created
    };
};

// The counters that IPv4 and IPv6 share.
constexpr auto ip_rows = std::to_array<CounterRow>({
    rate_row(u"Datagrams/sec", 438, ProtocolField::both,
        u"IP datagrams received and sent in a second, except those that were forwarded."),
    rate_row(u"Datagrams Received/sec", 446, ProtocolField::received,
        u"IP datagrams received in a second, wrong ones and those to be forwarded included."),
    count_row(u"Datagrams Received Header Errors", 552, IpField::header_errors,
        u"IP datagrams received and thrown away because something is wrong in their headers."),
    count_row(u"Datagrams Received Address Errors", 554, IpField::address_errors,
        u"IP datagrams received and thrown away because of the address that they were sent to."),
    rate_row(u"Datagrams Forwarded/sec", 556, IpField::forwarded,
        u"IP datagrams in a second that were for other machines and were passed on."),
    count_row(u"Datagrams Received Unknown Protocol", 558, IpField::unknown_protocol,
        u"IP datagrams received and thrown away because nothing handles the protocol in them."),
    count_row(u"Datagrams Received Discarded", 560, IpField::received_discarded,
        u"IP datagrams received and thrown away although nothing was wrong with them."),
    rate_row(u"Datagrams Received Delivered/sec", 562, IpField::delivered,
        u"IP datagrams in a second that were given to a protocol of this machine."),
    rate_row(u"Datagrams Sent/sec", 442, ProtocolField::sent,
        u"IP datagrams in a second that protocols of this machine gave to be sent."),
    count_row(u"Datagrams Outbound Discarded", 566, IpField::sent_discarded,
        u"IP datagrams to be sent that were thrown away although nothing was wrong with them."),
    count_row(u"Datagrams Outbound No Route", 568, IpField::no_route,
        u"IP datagrams to be sent that were thrown away because no route leads to their address."),
    rate_row(u"Fragments Received/sec", 570, IpField::fragments_received,
        u"Fragments of IP datagrams received in a second."),
    rate_row(u"Fragments Re-assembled/sec", 572, IpField::reassembled,
        u"IP datagrams in a second that were put together from fragments."),
    count_row(u"Fragment Re-assembly Failures", 574, IpField::reassembly_failures,
        u"IP datagrams that could not be put together from fragments."),
    rate_row(u"Fragmented Datagrams/sec", 576, IpField::fragmented,
        u"IP datagrams in a second that were sent in fragments."),
    count_row(u"Fragmentation Failures", 578, IpField::fragmentation_failures,
        u"IP datagrams thrown away because they had to be sent in fragments and could not be."),
    rate_row(u"Fragments Created/sec", 580, IpField::fragments_created,
        u"Fragments of IP datagrams made in a second."),
});

constexpr auto ipv4_names = std::to_array<std::string_view>({"InReceives", "OutRequests", "InHdrErrors",
    "InAddrErrors", "ForwDatagrams", "InUnknownProtos", "InDiscards", "InDelivers", "OutDiscards",
    "OutNoRoutes", "ReasmReqds", "ReasmOKs", "ReasmFails", "FragOKs", "FragFails", "FragCreates"});

constexpr ProtocolCounts ipv4_counts{snmp_file, "Ip:", ipv4_names};

} // namespace

constexpr ObjectTable objects::ipv4{u"IPv4", 546, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
    u"The datagrams of IPv4, of all interfaces, the loopback one included.", ip_rows, nullptr, nullptr,
    open_protocol<ipv4_counts>};

namespace {

constexpr auto ipv6_names = std::to_array<std::string_view>(
    {"Ip6InReceives", "Ip6OutRequests", "Ip6InHdrErrors", "Ip6InAddrErrors", "Ip6OutForwDatagrams",
        "Ip6InUnknownProtos", "Ip6InDiscards", "Ip6InDelivers", "Ip6OutDiscards", "Ip6OutNoRoutes",
        "Ip6ReasmReqds", "Ip6ReasmOKs", "Ip6ReasmFails", "Ip6FragOKs", "Ip6FragFails", "Ip6FragCreates"});

constexpr ProtocolCounts ipv6_counts{snmp6_file, {}, ipv6_names};

} // namespace

constexpr ObjectTable objects::ipv6{u"IPv6", 548, model::Instances::none, {snmp6_file}, {}, u"Datagrams/sec",
    u"The datagrams of IPv6, of all interfaces, the loopback one included.", ip_rows, nullptr, nullptr,
    open_protocol<ipv6_counts>};

} // namespace pdh_shim::source::linux
