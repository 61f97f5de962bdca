// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "model/counter_row.h"

#include <array>
#include <cstdint>
#include <string_view>

// The counters of network protocols, as the sources of this machine have them.

namespace pdh_shim::model {

/// What a counter of a protocol counts.
enum class Counted : std::uint8_t {
    both,     ///< what was received and sent, together, in a second
    received, ///< in a second
    sent,     ///< in a second
    rate,     ///< something else in a second
    total,    ///< how often something has happened
    now,      ///< what there is now: it may fall
};

/// A counter of a protocol: what Windows says of it, and where the systems have its count.
struct ProtocolRow {
    std::u16string_view name;
    std::uint32_t title_index;
    Counted counted;
    std::string_view linux_name; ///< in the files of Linux's kernel; empty for Counted::both
    std::u16string_view help;
    std::uint8_t windows_field = no_field; ///< the position in Windows' table of the protocol

    /// The row in a source's table of the object.
    template <class Row>
    [[nodiscard]] constexpr Row as(std::uint8_t field) const {
        const bool is_level = counted == Counted::total || counted == Counted::now;
        return {name, title_index,
            is_level ? calc::CounterType::perf_counter_rawcount : calc::CounterType::perf_counter_counter,
            Detail::advanced, {}, field, help};
    }
};

/// By the names of /proc/net/snmp6, and the positions in MIB_IPSTATS.
inline constexpr auto ip_rows = std::to_array<ProtocolRow>({
    {u"Datagrams/sec", 438, Counted::both, "",
        u"IP datagrams received and sent in a second, except those that were forwarded."},
    {u"Datagrams Received/sec", 446, Counted::received, "Ip6InReceives",
        u"IP datagrams received in a second, wrong ones and those to be forwarded included.", 2},
    {u"Datagrams Received Header Errors", 552, Counted::total, "Ip6InHdrErrors",
        u"IP datagrams received and thrown away because something is wrong in their headers.", 3},
    {u"Datagrams Received Address Errors", 554, Counted::total, "Ip6InAddrErrors",
        u"IP datagrams received and thrown away because of the address that they were sent to.", 4},
    {u"Datagrams Forwarded/sec", 556, Counted::rate, "Ip6OutForwDatagrams",
        u"IP datagrams in a second that were for other machines and were passed on.", 5},
    {u"Datagrams Received Unknown Protocol", 558, Counted::total, "Ip6InUnknownProtos",
        u"IP datagrams received and thrown away because nothing handles the protocol in them.", 6},
    {u"Datagrams Received Discarded", 560, Counted::total, "Ip6InDiscards",
        u"IP datagrams received and thrown away although nothing was wrong with them.", 7},
    {u"Datagrams Received Delivered/sec", 562, Counted::rate, "Ip6InDelivers",
        u"IP datagrams in a second that were given to a protocol of this machine.", 8},
    {u"Datagrams Sent/sec", 442, Counted::sent, "Ip6OutRequests",
        u"IP datagrams in a second that protocols of this machine gave to be sent.", 9},
    {u"Datagrams Outbound Discarded", 566, Counted::total, "Ip6OutDiscards",
        u"IP datagrams to be sent that were thrown away although nothing was wrong with them.", 11},
    {u"Datagrams Outbound No Route", 568, Counted::total, "Ip6OutNoRoutes",
        u"IP datagrams to be sent that were thrown away because no route leads to their address.", 12},
    {u"Fragments Received/sec", 570, Counted::rate, "Ip6ReasmReqds",
        u"Fragments of IP datagrams received in a second.", 14},
    {u"Fragments Re-assembled/sec", 572, Counted::rate, "Ip6ReasmOKs",
        u"IP datagrams in a second that were put together from fragments.", 15},
    {u"Fragment Re-assembly Failures", 574, Counted::total, "Ip6ReasmFails",
        u"IP datagrams that could not be put together from fragments.", 16},
    {u"Fragmented Datagrams/sec", 576, Counted::rate, "Ip6FragOKs",
        u"IP datagrams in a second that were sent in fragments.", 17},
    {u"Fragmentation Failures", 578, Counted::total, "Ip6FragFails",
        u"IP datagrams thrown away because they had to be sent in fragments and could not be.", 18},
    {u"Fragments Created/sec", 580, Counted::rate, "Ip6FragCreates",
        u"Fragments of IP datagrams made in a second.", 19},
});

/// By the positions in MIB_TCPSTATS.
inline constexpr auto tcp_rows = std::to_array<ProtocolRow>({
    {u"Segments/sec", 640, Counted::both, "", u"TCP segments received and sent in a second."},
    {u"Connections Established", 642, Counted::now, "CurrEstab",
        u"TCP connections that are open now, or that the other side alone has closed.", 8},
    {u"Connections Active", 644, Counted::total, "ActiveOpens",
        u"TCP connections that programs of this machine have begun to open.", 4},
    {u"Connections Passive", 646, Counted::total, "PassiveOpens",
        u"TCP connections that others have begun to open to this machine.", 5},
    {u"Connection Failures", 648, Counted::total, "AttemptFails",
        u"TCP connections that ended before they were established.", 6},
    {u"Connections Reset", 650, Counted::total, "EstabResets",
        u"TCP connections that were established and were broken off.", 7},
    {u"Segments Received/sec", 652, Counted::received, "InSegs", u"TCP segments received in a second.", 9},
    {u"Segments Sent/sec", 654, Counted::sent, "OutSegs",
        u"TCP segments sent in a second, except those that were sent again.", 10},
    {u"Segments Retransmitted/sec", 656, Counted::rate, "RetransSegs",
        u"TCP segments in a second that were sent again.", 11},
});

/// By the names of /proc/net/snmp6, and the positions in MIB_UDPSTATS.
inline constexpr auto udp_rows = std::to_array<ProtocolRow>({
    {u"Datagrams/sec", 438, Counted::both, "", u"UDP datagrams received and sent in a second."},
    {u"Datagrams Received/sec", 446, Counted::received, "Udp6InDatagrams",
        u"UDP datagrams in a second that programs received.", 0},
    {u"Datagrams No Port/sec", 664, Counted::rate, "Udp6NoPorts",
        u"UDP datagrams in a second for a port that no program listens on.", 1},
    {u"Datagrams Received Errors", 666, Counted::total, "Udp6InErrors",
        u"UDP datagrams that could not be given to a program for other reasons.", 2},
    {u"Datagrams Sent/sec", 442, Counted::sent, "Udp6OutDatagrams", u"UDP datagrams sent in a second.", 3},
});

/// By the positions in MIB_ICMP. What was sent by type is wrong under Wine: Windows' table is not read for
/// it.
inline constexpr auto icmp_rows = std::to_array<ProtocolRow>({
    {u"Messages/sec", 584, Counted::both, "", u"ICMP messages received and sent in a second."},
    {u"Messages Received/sec", 586, Counted::received, "InMsgs",
        u"ICMP messages received in a second, wrong ones included.", 0},
    {u"Messages Received Errors", 588, Counted::total, "InErrors",
        u"ICMP messages received with something wrong in them.", 1},
    {u"Received Dest. Unreachable", 590, Counted::total, "InDestUnreachs",
        u"ICMP messages received that say that a destination cannot be reached.", 2},
    {u"Received Time Exceeded", 592, Counted::total, "InTimeExcds",
        u"ICMP messages received that say that a datagram was on its way or in fragments for too long.", 3},
    {u"Received Parameter Problem", 594, Counted::total, "InParmProbs",
        u"ICMP messages received that say that something is wrong in a header.", 4},
    {u"Received Source Quench", 596, Counted::total, "InSrcQuenchs",
        u"ICMP messages received that ask to send more slowly.", 5},
    {u"Received Redirect/sec", 598, Counted::rate, "InRedirects",
        u"ICMP messages received in a second that name a better route.", 6},
    {u"Received Echo/sec", 600, Counted::rate, "InEchos",
        u"ICMP messages received in a second that ask for an echo, as ping does.", 7},
    {u"Received Echo Reply/sec", 602, Counted::rate, "InEchoReps",
        u"ICMP messages received in a second that are echoes.", 8},
    {u"Received Timestamp/sec", 604, Counted::rate, "InTimestamps",
        u"ICMP messages received in a second that ask for the time.", 9},
    {u"Received Timestamp Reply/sec", 606, Counted::rate, "InTimestampReps",
        u"ICMP messages received in a second that tell the time.", 10},
    {u"Received Address Mask", 608, Counted::total, "InAddrMasks",
        u"ICMP messages received that ask for the address mask of the network.", 11},
    {u"Received Address Mask Reply", 610, Counted::total, "InAddrMaskReps",
        u"ICMP messages received that tell the address mask of the network.", 12},
    {u"Messages Sent/sec", 612, Counted::sent, "OutMsgs",
        u"ICMP messages in a second that were sent, or could not be.", 13},
    {u"Messages Outbound Errors", 614, Counted::total, "OutErrors", u"ICMP messages that could not be sent.",
        14},
    {u"Sent Destination Unreachable", 616, Counted::total, "OutDestUnreachs",
        u"ICMP messages sent that say that a destination cannot be reached."},
    {u"Sent Time Exceeded", 618, Counted::total, "OutTimeExcds",
        u"ICMP messages sent that say that a datagram was on its way or in fragments for too long."},
    {u"Sent Parameter Problem", 620, Counted::total, "OutParmProbs",
        u"ICMP messages sent that say that something is wrong in a header."},
    {u"Sent Source Quench", 622, Counted::total, "OutSrcQuenchs",
        u"ICMP messages sent that ask to send more slowly."},
    {u"Sent Redirect/sec", 624, Counted::rate, "OutRedirects",
        u"ICMP messages sent in a second that name a better route."},
    {u"Sent Echo/sec", 626, Counted::rate, "OutEchos",
        u"ICMP messages sent in a second that ask for an echo, as ping does."},
    {u"Sent Echo Reply/sec", 628, Counted::rate, "OutEchoReps",
        u"ICMP messages sent in a second that are echoes."},
    {u"Sent Timestamp/sec", 630, Counted::rate, "OutTimestamps",
        u"ICMP messages sent in a second that ask for the time."},
    {u"Sent Timestamp Reply/sec", 632, Counted::rate, "OutTimestampReps",
        u"ICMP messages sent in a second that tell the time."},
    {u"Sent Address Mask", 634, Counted::total, "OutAddrMasks",
        u"ICMP messages sent that ask for the address mask of the network."},
    {u"Sent Address Mask Reply", 636, Counted::total, "OutAddrMaskReps",
        u"ICMP messages sent that tell the address mask of the network."},
});

} // namespace pdh_shim::model
