// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/network/protocol.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct IcmpField {
    enum Index : std::uint8_t {
        received_errors = ProtocolField::count,
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
        sent_errors,
        sent_unreachable,
        sent_time_exceeded,
        sent_parameter_problem,
        sent_source_quench,
        sent_redirect,
        sent_echo,
        sent_echo_reply,
        sent_timestamp,
        sent_timestamp_reply,
        sent_mask,
        sent_mask_reply
    };
};

constexpr auto icmp_names = std::to_array<std::string_view>({"InMsgs", "OutMsgs", "InErrors",
    "InDestUnreachs", "InTimeExcds", "InParmProbs", "InSrcQuenchs", "InRedirects", "InEchos", "InEchoReps",
    "InTimestamps", "InTimestampReps", "InAddrMasks", "InAddrMaskReps", "OutErrors", "OutDestUnreachs",
    "OutTimeExcds", "OutParmProbs", "OutSrcQuenchs", "OutRedirects", "OutEchos", "OutEchoReps",
    "OutTimestamps", "OutTimestampReps", "OutAddrMasks", "OutAddrMaskReps"});

constexpr ProtocolCounts icmp_counts{snmp_file, "Icmp:", icmp_names};

constexpr auto icmp_rows = std::to_array<CounterRow>({
    rate_row(u"Messages/sec", 584, ProtocolField::both, u"ICMP messages received and sent in a second."),
    rate_row(u"Messages Received/sec", 586, ProtocolField::received,
        u"ICMP messages received in a second, wrong ones included."),
    count_row(u"Messages Received Errors", 588, IcmpField::received_errors,
        u"ICMP messages received with something wrong in them."),
    count_row(u"Received Dest. Unreachable", 590, IcmpField::received_unreachable,
        u"ICMP messages received that say that a destination cannot be reached."),
    count_row(u"Received Time Exceeded", 592, IcmpField::received_time_exceeded,
        u"ICMP messages received that say that a datagram was on its way or in fragments for too long."),
    count_row(u"Received Parameter Problem", 594, IcmpField::received_parameter_problem,
        u"ICMP messages received that say that something is wrong in a header."),
    count_row(u"Received Source Quench", 596, IcmpField::received_source_quench,
        u"ICMP messages received that ask to send more slowly."),
    rate_row(u"Received Redirect/sec", 598, IcmpField::received_redirect,
        u"ICMP messages received in a second that name a better route."),
    rate_row(u"Received Echo/sec", 600, IcmpField::received_echo,
        u"ICMP messages received in a second that ask for an echo, as ping does."),
    rate_row(u"Received Echo Reply/sec", 602, IcmpField::received_echo_reply,
        u"ICMP messages received in a second that are echoes."),
    rate_row(u"Received Timestamp/sec", 604, IcmpField::received_timestamp,
        u"ICMP messages received in a second that ask for the time."),
    rate_row(u"Received Timestamp Reply/sec", 606, IcmpField::received_timestamp_reply,
        u"ICMP messages received in a second that tell the time."),
    count_row(u"Received Address Mask", 608, IcmpField::received_mask,
        u"ICMP messages received that ask for the address mask of the network."),
    count_row(u"Received Address Mask Reply", 610, IcmpField::received_mask_reply,
        u"ICMP messages received that tell the address mask of the network."),
    rate_row(u"Messages Sent/sec", 612, ProtocolField::sent,
        u"ICMP messages in a second that were sent, or could not be."),
    count_row(
        u"Messages Outbound Errors", 614, IcmpField::sent_errors, u"ICMP messages that could not be sent."),
    count_row(u"Sent Destination Unreachable", 616, IcmpField::sent_unreachable,
        u"ICMP messages sent that say that a destination cannot be reached."),
    count_row(u"Sent Time Exceeded", 618, IcmpField::sent_time_exceeded,
        u"ICMP messages sent that say that a datagram was on its way or in fragments for too long."),
    count_row(u"Sent Parameter Problem", 620, IcmpField::sent_parameter_problem,
        u"ICMP messages sent that say that something is wrong in a header."),
    count_row(u"Sent Source Quench", 622, IcmpField::sent_source_quench,
        u"ICMP messages sent that ask to send more slowly."),
    rate_row(u"Sent Redirect/sec", 624, IcmpField::sent_redirect,
        u"ICMP messages sent in a second that name a better route."),
    rate_row(u"Sent Echo/sec", 626, IcmpField::sent_echo,
        u"ICMP messages sent in a second that ask for an echo, as ping does."),
    rate_row(u"Sent Echo Reply/sec", 628, IcmpField::sent_echo_reply,
        u"ICMP messages sent in a second that are echoes."),
    rate_row(u"Sent Timestamp/sec", 630, IcmpField::sent_timestamp,
        u"ICMP messages sent in a second that ask for the time."),
    rate_row(u"Sent Timestamp Reply/sec", 632, IcmpField::sent_timestamp_reply,
        u"ICMP messages sent in a second that tell the time."),
    count_row(u"Sent Address Mask", 634, IcmpField::sent_mask,
        u"ICMP messages sent that ask for the address mask of the network."),
    count_row(u"Sent Address Mask Reply", 636, IcmpField::sent_mask_reply,
        u"ICMP messages sent that tell the address mask of the network."),
});

} // namespace

constexpr ObjectTable objects::icmp{u"ICMP", 582, model::Instances::none, {snmp_file}, {}, u"Messages/sec",
    u"The control messages of IPv4.", icmp_rows, nullptr, nullptr, open_protocol<icmp_counts>};

namespace {

struct Icmpv6Field {
    enum Index : std::uint8_t {
        received_errors = ProtocolField::count,
        received_unreachable,
        received_too_big,
        received_time_exceeded,
        received_parameter_problem,
        received_echo,
        received_echo_reply,
        received_member_query,
        received_member_report,
        received_member_done,
        received_router_solicit,
        received_router_advert,
        received_redirect,
        received_neighbor_solicit,
        received_neighbor_advert,
        sent_errors,
        sent_unreachable,
        sent_too_big,
        sent_time_exceeded,
        sent_parameter_problem,
        sent_echo,
        sent_echo_reply,
        sent_member_query,
        sent_member_report,
        sent_member_done,
        sent_router_solicit,
        sent_router_advert,
        sent_redirect,
        sent_neighbor_solicit,
        sent_neighbor_advert
    };
};

constexpr auto icmpv6_names = std::to_array<std::string_view>({"Icmp6InMsgs", "Icmp6OutMsgs", "Icmp6InErrors",
    "Icmp6InDestUnreachs", "Icmp6InPktTooBigs", "Icmp6InTimeExcds", "Icmp6InParmProblems", "Icmp6InEchos",
    "Icmp6InEchoReplies", "Icmp6InGroupMembQueries", "Icmp6InGroupMembResponses",
    "Icmp6InGroupMembReductions", "Icmp6InRouterSolicits", "Icmp6InRouterAdvertisements", "Icmp6InRedirects",
    "Icmp6InNeighborSolicits", "Icmp6InNeighborAdvertisements", "Icmp6OutErrors", "Icmp6OutDestUnreachs",
    "Icmp6OutPktTooBigs", "Icmp6OutTimeExcds", "Icmp6OutParmProblems", "Icmp6OutEchos", "Icmp6OutEchoReplies",
    "Icmp6OutGroupMembQueries", "Icmp6OutGroupMembResponses", "Icmp6OutGroupMembReductions",
    "Icmp6OutRouterSolicits", "Icmp6OutRouterAdvertisements", "Icmp6OutRedirects", "Icmp6OutNeighborSolicits",
    "Icmp6OutNeighborAdvertisements"});

constexpr ProtocolCounts icmpv6_counts{snmp6_file, {}, icmpv6_names};

constexpr auto icmpv6_rows = std::to_array<CounterRow>({
    rate_row(u"Messages/sec", 584, ProtocolField::both, u"ICMPv6 messages received and sent in a second."),
    rate_row(u"Messages Received/sec", 586, ProtocolField::received,
        u"ICMPv6 messages received in a second, wrong ones included."),
    count_row(u"Messages Received Errors", 588, Icmpv6Field::received_errors,
        u"ICMPv6 messages received with something wrong in them."),
    count_row(u"Received Dest. Unreachable", 590, Icmpv6Field::received_unreachable,
        u"ICMPv6 messages received that say that a destination cannot be reached."),
    count_row(u"Received Packet Too Big", 1536, Icmpv6Field::received_too_big,
        u"ICMPv6 messages received that say that a datagram was too long for a link on its way."),
    count_row(u"Received Time Exceeded", 592, Icmpv6Field::received_time_exceeded,
        u"ICMPv6 messages received that say that a datagram was on its way or in fragments for too long."),
    count_row(u"Received Parameter Problem", 594, Icmpv6Field::received_parameter_problem,
        u"ICMPv6 messages received that say that something is wrong in a header."),
    rate_row(u"Received Echo/sec", 600, Icmpv6Field::received_echo,
        u"ICMPv6 messages received in a second that ask for an echo, as ping does."),
    rate_row(u"Received Echo Reply/sec", 602, Icmpv6Field::received_echo_reply,
        u"ICMPv6 messages received in a second that are echoes."),
    count_row(u"Received Membership Query", 1538, Icmpv6Field::received_member_query,
        u"ICMPv6 messages received that ask which multicast groups have listeners."),
    count_row(u"Received Membership Report", 1540, Icmpv6Field::received_member_report,
        u"ICMPv6 messages received that say that a multicast group has a listener, in version 1 of that "
        u"protocol."),
    count_row(u"Received Membership Reduction", 1542, Icmpv6Field::received_member_done,
        u"ICMPv6 messages received that say that a multicast group has lost a listener."),
    count_row(u"Received Router Solicit", 1544, Icmpv6Field::received_router_solicit,
        u"ICMPv6 messages received that ask for routers."),
    count_row(u"Received Router Advert", 1546, Icmpv6Field::received_router_advert,
        u"ICMPv6 messages received that announce a router."),
    rate_row(u"Received Redirect/sec", 598, Icmpv6Field::received_redirect,
        u"ICMPv6 messages received in a second that name a better route."),
    count_row(u"Received Neighbor Solicit", 1550, Icmpv6Field::received_neighbor_solicit,
        u"ICMPv6 messages received that ask for the link address of a neighbor."),
    count_row(u"Received Neighbor Advert", 1552, Icmpv6Field::received_neighbor_advert,
        u"ICMPv6 messages received that tell the link address of a neighbor."),
    rate_row(u"Messages Sent/sec", 612, ProtocolField::sent,
        u"ICMPv6 messages in a second that were sent, or could not be."),
    count_row(u"Messages Outbound Errors", 614, Icmpv6Field::sent_errors,
        u"ICMPv6 messages that could not be sent."),
    count_row(u"Sent Destination Unreachable", 616, Icmpv6Field::sent_unreachable,
        u"ICMPv6 messages sent that say that a destination cannot be reached."),
    count_row(u"Sent Packet Too Big", 1554, Icmpv6Field::sent_too_big,
        u"ICMPv6 messages sent that say that a datagram was too long for a link on its way."),
    count_row(u"Sent Time Exceeded", 618, Icmpv6Field::sent_time_exceeded,
        u"ICMPv6 messages sent that say that a datagram was on its way or in fragments for too long."),
    count_row(u"Sent Parameter Problem", 620, Icmpv6Field::sent_parameter_problem,
        u"ICMPv6 messages sent that say that something is wrong in a header."),
    rate_row(u"Sent Echo/sec", 626, Icmpv6Field::sent_echo,
        u"ICMPv6 messages sent in a second that ask for an echo, as ping does."),
    rate_row(u"Sent Echo Reply/sec", 628, Icmpv6Field::sent_echo_reply,
        u"ICMPv6 messages sent in a second that are echoes."),
    count_row(u"Sent Membership Query", 1556, Icmpv6Field::sent_member_query,
        u"ICMPv6 messages sent that ask which multicast groups have listeners."),
    count_row(u"Sent Membership Report", 1558, Icmpv6Field::sent_member_report,
        u"ICMPv6 messages sent that say that a multicast group has a listener, in version 1 of that "
        u"protocol."),
    count_row(u"Sent Membership Reduction", 1560, Icmpv6Field::sent_member_done,
        u"ICMPv6 messages sent that say that a multicast group has lost a listener."),
    count_row(u"Sent Router Solicit", 1562, Icmpv6Field::sent_router_solicit,
        u"ICMPv6 messages sent that ask for routers."),
    count_row(u"Sent Router Advert", 1564, Icmpv6Field::sent_router_advert,
        u"ICMPv6 messages sent that announce a router."),
    rate_row(u"Sent Redirect/sec", 624, Icmpv6Field::sent_redirect,
        u"ICMPv6 messages sent in a second that name a better route."),
    count_row(u"Sent Neighbor Solicit", 1566, Icmpv6Field::sent_neighbor_solicit,
        u"ICMPv6 messages sent that ask for the link address of a neighbor."),
    count_row(u"Sent Neighbor Advert", 1568, Icmpv6Field::sent_neighbor_advert,
        u"ICMPv6 messages sent that tell the link address of a neighbor."),
});

} // namespace

constexpr ObjectTable objects::icmpv6{u"ICMPv6", 1534, model::Instances::none, {snmp6_file}, {},
    u"Messages/sec", u"The control messages of IPv6.", icmpv6_rows, nullptr, nullptr,
    open_protocol<icmpv6_counts>};

} // namespace pdh_shim::source::linux
