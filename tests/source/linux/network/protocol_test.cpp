// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::test;

namespace {

/// The names that Linux 6.18 shows, each with a number of its own.
constexpr std::string_view snmp_of_numbers =
    "Ip: Forwarding DefaultTTL InReceives InHdrErrors InAddrErrors ForwDatagrams "
    "InUnknownProtos InDiscards InDelivers OutRequests OutDiscards OutNoRoutes ReasmTimeout "
    "ReasmReqds ReasmOKs ReasmFails FragOKs FragFails FragCreates OutTransmits\n"
    "Ip: 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119\n"
    "Icmp: InMsgs InErrors InCsumErrors InDestUnreachs InTimeExcds InParmProbs InSrcQuenchs "
    "InRedirects InEchos InEchoReps InTimestamps InTimestampReps InAddrMasks InAddrMaskReps "
    "OutMsgs OutErrors OutRateLimitGlobal OutRateLimitHost OutDestUnreachs OutTimeExcds "
    "OutParmProbs OutSrcQuenchs OutRedirects OutEchos OutEchoReps OutTimestamps "
    "OutTimestampReps OutAddrMasks OutAddrMaskReps\n"
    "Icmp: 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 "
    "221 222 223 224 225 226 227 228\n"
    "IcmpMsg: InType3 OutType3\n"
    "IcmpMsg: 6 7\n"
    "Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets "
    "CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors\n"
    "Tcp: 300 301 302 -1 304 305 306 307 308 309 310 311 312 313 314\n"
    "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors "
    "IgnoredMulti MemErrors\n"
    "Udp: 400 401 402 403 404 405 406 407 408\n"
    "UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors "
    "IgnoredMulti MemErrors\n"
    "UdpLite: 9000 9001 9002 9003 9004 9005 9006 9007 9008\n";
constexpr std::string_view snmp6_of_numbers =
    "Ip6InReceives 500\nIp6InHdrErrors 501\nIp6InTooBigErrors 502\nIp6InNoRoutes 503\n"
    "Ip6InAddrErrors 504\nIp6InUnknownProtos 505\nIp6InTruncatedPkts 506\nIp6InDiscards 507\n"
    "Ip6InDelivers 508\nIp6OutForwDatagrams 509\nIp6OutRequests 510\nIp6OutDiscards 511\n"
    "Ip6OutNoRoutes 512\nIp6ReasmTimeout 513\nIp6ReasmReqds 514\nIp6ReasmOKs 515\nIp6ReasmFails 516\n"
    "Ip6FragOKs 517\nIp6FragFails 518\nIp6FragCreates 519\nIp6InMcastPkts 520\nIp6OutMcastPkts 521\n"
    "Ip6InOctets 522\nIp6OutOctets 523\nIp6InMcastOctets 524\nIp6OutMcastOctets 525\n"
    "Ip6InBcastOctets 526\nIp6OutBcastOctets 527\nIp6InNoECTPkts 528\nIp6InECT1Pkts 529\n"
    "Ip6InECT0Pkts 530\nIp6InCEPkts 531\nIp6OutTransmits 532\nIcmp6InMsgs 533\nIcmp6InErrors 534\n"
    "Icmp6OutMsgs 535\nIcmp6OutErrors 536\nIcmp6InCsumErrors 537\nIcmp6OutRateLimitHost 538\n"
    "Icmp6InDestUnreachs 539\nIcmp6InPktTooBigs 540\nIcmp6InTimeExcds 541\nIcmp6InParmProblems 542\n"
    "Icmp6InEchos 543\nIcmp6InEchoReplies 544\nIcmp6InGroupMembQueries 545\n"
    "Icmp6InGroupMembResponses 546\nIcmp6InGroupMembReductions 547\nIcmp6InRouterSolicits 548\n"
    "Icmp6InRouterAdvertisements 549\nIcmp6InNeighborSolicits 550\n"
    "Icmp6InNeighborAdvertisements 551\nIcmp6InRedirects 552\nIcmp6InMLDv2Reports 553\n"
    "Icmp6OutDestUnreachs 554\nIcmp6OutPktTooBigs 555\nIcmp6OutTimeExcds 556\n"
    "Icmp6OutParmProblems 557\nIcmp6OutEchos 558\nIcmp6OutEchoReplies 559\n"
    "Icmp6OutGroupMembQueries 560\nIcmp6OutGroupMembResponses 561\nIcmp6OutGroupMembReductions 562\n"
    "Icmp6OutRouterSolicits 563\nIcmp6OutRouterAdvertisements 564\nIcmp6OutNeighborSolicits 565\n"
    "Icmp6OutNeighborAdvertisements 566\nIcmp6OutRedirects 567\nIcmp6OutMLDv2Reports 568\n"
    "Icmp6InType1 569\nIcmp6OutType1 570\nIcmp6OutType135 571\nIcmp6OutType143 572\n"
    "Udp6InDatagrams 573\nUdp6NoPorts 574\nUdp6InErrors 575\nUdp6OutDatagrams 576\n"
    "Udp6RcvbufErrors 577\nUdp6SndbufErrors 578\nUdp6InCsumErrors 579\nUdp6IgnoredMulti 580\n"
    "Udp6MemErrors 581\nUdpLite6InDatagrams 582\nUdpLite6NoPorts 583\nUdpLite6InErrors 584\n"
    "UdpLite6OutDatagrams 585\nUdpLite6RcvbufErrors 586\nUdpLite6SndbufErrors 587\n"
    "UdpLite6InCsumErrors 588\nUdpLite6MemErrors 589\n";

struct ProtocolObject {
    std::u16string_view name;
    std::vector<std::pair<std::u16string_view, std::int64_t>> counters;
};

const std::vector<ProtocolObject> protocol_objects{
    {
        u"TCPv4",
        {
            {u"Segments/sec", 619},
            {u"Connections Established", 308},
            {u"Connections Active", 304},
            {u"Connections Passive", 305},
            {u"Connection Failures", 306},
            {u"Connections Reset", 307},
            {u"Segments Received/sec", 309},
            {u"Segments Sent/sec", 310},
            {u"Segments Retransmitted/sec", 311},
        },
    },
    {
        u"UDPv4",
        {
            {u"Datagrams/sec", 803},
            {u"Datagrams Received/sec", 400},
            {u"Datagrams No Port/sec", 401},
            {u"Datagrams Received Errors", 402},
            {u"Datagrams Sent/sec", 403},
        },
    },
    {
        u"UDPv6",
        {
            {u"Datagrams/sec", 1149},
            {u"Datagrams Received/sec", 573},
            {u"Datagrams No Port/sec", 574},
            {u"Datagrams Received Errors", 575},
            {u"Datagrams Sent/sec", 576},
        },
    },
    {
        u"IPv4",
        {
            {u"Datagrams/sec", 211},
            {u"Datagrams Received/sec", 102},
            {u"Datagrams Received Header Errors", 103},
            {u"Datagrams Received Address Errors", 104},
            {u"Datagrams Forwarded/sec", 105},
            {u"Datagrams Received Unknown Protocol", 106},
            {u"Datagrams Received Discarded", 107},
            {u"Datagrams Received Delivered/sec", 108},
            {u"Datagrams Sent/sec", 109},
            {u"Datagrams Outbound Discarded", 110},
            {u"Datagrams Outbound No Route", 111},
            {u"Fragments Received/sec", 113},
            {u"Fragments Re-assembled/sec", 114},
            {u"Fragment Re-assembly Failures", 115},
            {u"Fragmented Datagrams/sec", 116},
            {u"Fragmentation Failures", 117},
            {u"Fragments Created/sec", 118},
        },
    },
    {
        u"IPv6",
        {
            {u"Datagrams/sec", 1010},
            {u"Datagrams Received/sec", 500},
            {u"Datagrams Received Header Errors", 501},
            {u"Datagrams Received Address Errors", 504},
            {u"Datagrams Forwarded/sec", 509},
            {u"Datagrams Received Unknown Protocol", 505},
            {u"Datagrams Received Discarded", 507},
            {u"Datagrams Received Delivered/sec", 508},
            {u"Datagrams Sent/sec", 510},
            {u"Datagrams Outbound Discarded", 511},
            {u"Datagrams Outbound No Route", 512},
            {u"Fragments Received/sec", 514},
            {u"Fragments Re-assembled/sec", 515},
            {u"Fragment Re-assembly Failures", 516},
            {u"Fragmented Datagrams/sec", 517},
            {u"Fragmentation Failures", 518},
            {u"Fragments Created/sec", 519},
        },
    },
    {
        u"ICMP",
        {
            {u"Messages/sec", 414},
            {u"Messages Received/sec", 200},
            {u"Messages Received Errors", 201},
            {u"Received Dest. Unreachable", 203},
            {u"Received Time Exceeded", 204},
            {u"Received Parameter Problem", 205},
            {u"Received Source Quench", 206},
            {u"Received Redirect/sec", 207},
            {u"Received Echo/sec", 208},
            {u"Received Echo Reply/sec", 209},
            {u"Received Timestamp/sec", 210},
            {u"Received Timestamp Reply/sec", 211},
            {u"Received Address Mask", 212},
            {u"Received Address Mask Reply", 213},
            {u"Messages Sent/sec", 214},
            {u"Messages Outbound Errors", 215},
            {u"Sent Destination Unreachable", 218},
            {u"Sent Time Exceeded", 219},
            {u"Sent Parameter Problem", 220},
            {u"Sent Source Quench", 221},
            {u"Sent Redirect/sec", 222},
            {u"Sent Echo/sec", 223},
            {u"Sent Echo Reply/sec", 224},
            {u"Sent Timestamp/sec", 225},
            {u"Sent Timestamp Reply/sec", 226},
            {u"Sent Address Mask", 227},
            {u"Sent Address Mask Reply", 228},
        },
    },
    {
        u"ICMPv6",
        {
            {u"Messages/sec", 1068},
            {u"Messages Received/sec", 533},
            {u"Messages Received Errors", 534},
            {u"Received Dest. Unreachable", 539},
            {u"Received Packet Too Big", 540},
            {u"Received Time Exceeded", 541},
            {u"Received Parameter Problem", 542},
            {u"Received Echo/sec", 543},
            {u"Received Echo Reply/sec", 544},
            {u"Received Membership Query", 545},
            {u"Received Membership Report", 546},
            {u"Received Membership Reduction", 547},
            {u"Received Router Solicit", 548},
            {u"Received Router Advert", 549},
            {u"Received Redirect/sec", 552},
            {u"Received Neighbor Solicit", 550},
            {u"Received Neighbor Advert", 551},
            {u"Messages Sent/sec", 535},
            {u"Messages Outbound Errors", 536},
            {u"Sent Destination Unreachable", 554},
            {u"Sent Packet Too Big", 555},
            {u"Sent Time Exceeded", 556},
            {u"Sent Parameter Problem", 557},
            {u"Sent Echo/sec", 558},
            {u"Sent Echo Reply/sec", 559},
            {u"Sent Membership Query", 560},
            {u"Sent Membership Report", 561},
            {u"Sent Membership Reduction", 562},
            {u"Sent Router Solicit", 563},
            {u"Sent Router Advert", 564},
            {u"Sent Redirect/sec", 567},
            {u"Sent Neighbor Solicit", 565},
            {u"Sent Neighbor Advert", 566},
        },
    },
};

void set_protocols(Scene& scene) {
    set_machine(scene.files());
    scene.files().set("/proc/net/snmp", snmp_of_numbers);
    scene.files().set("/proc/net/snmp6", snmp6_of_numbers);
}

/// The two lines of a protocol in /proc/net/snmp.
std::string tcp_lines(const std::string& names, const std::string& counts) {
    return "Tcp: " + names + "\nTcp: " + counts + "\n";
}

} // namespace

TEST_CASE_FIXTURE(Scene, "each counter of a protocol is read from the kernel's count of that name") {
    set_protocols(*this);
    collect();
    std::size_t counters = 0;
    for (const ProtocolObject& object : protocol_objects) {
        CHECK(instances(object.name) == std::vector<std::string>{""});
        const auto& listed = source().catalogue()->objects[position_of(object.name)].counters;
        CHECK(listed.size() == object.counters.size());
        for (const auto& counter : object.counters) {
            CAPTURE(pdh_shim::to_utf8(object.name).value());
            CAPTURE(pdh_shim::to_utf8(counter.first).value());
            CHECK(cell(object.name, u"", counter.first) == counter.second);
            ++counters;
        }
    }
    CHECK(counters == 113);
}

TEST_CASE_FIXTURE(Scene, "counts are found by name in any column, and missing ones are invalid") {
    set_protocols(*this);
    files().set("/proc/net/snmp", tcp_lines("OutSegs New CurrEstab InSegs", "7 1 2 5"));
    collect();
    CHECK(cell(u"TCPv4", u"", u"Segments/sec") == 12);
    CHECK(cell(u"TCPv4", u"", u"Connections Established") == 2);
    CHECK_FALSE(cell(u"TCPv4", u"", u"Connections Reset"));
    files().set("/proc/net/snmp", tcp_lines("InSegs OutSegs", "6"));
    collect();
    CHECK(cell(u"TCPv4", u"", u"Segments Received/sec") == 6);
    CHECK_FALSE(cell(u"TCPv4", u"", u"Segments/sec")); // one of its two counts is missing
}

TEST_CASE_FIXTURE(Scene, "without a line of its own a protocol has no values, and the others have theirs") {
    set_protocols(*this);
    files().set("/proc/net/snmp", tcp_lines("InSegs OutSegs", "6 7"));
    collect();
    CHECK_FALSE(cell(u"IPv4", u"", u"Datagrams/sec"));
    CHECK(cell(u"TCPv4", u"", u"Segments/sec") == 13);
    CHECK(cell(u"IPv6", u"", u"Datagrams Received/sec") == 500);
}

TEST_CASE("a count of 32 bits is carried on when it wraps, and a state may fall") {
    constexpr std::int64_t wrap = std::int64_t{1} << 32U;
    Scene scene;
    set_protocols(scene);
    scene.files().set("/proc/net/snmp", tcp_lines("InSegs OutSegs CurrEstab", "4294967290 4294967000 9"));
    scene.collect();
    scene.files().set("/proc/net/snmp", tcp_lines("InSegs OutSegs CurrEstab", "4 4294967290 2"));
    scene.collect();
    CHECK(scene.cell(u"TCPv4", u"", u"Segments Received/sec") == wrap + 4);
    CHECK(scene.cell(u"TCPv4", u"", u"Segments/sec") == wrap + 4 + 4294967290);
    CHECK(scene.cell(u"TCPv4", u"", u"Connections Established") == 2);
}

TEST_CASE_FIXTURE(Scene, "a protocol keeps its counts after its file could not be read once") {
    set_protocols(*this);
    files().set("/proc/net/snmp", tcp_lines("InSegs OutSegs", "4294967290 1"));
    collect();
    files().set_error("/proc/net/snmp", pdh_shim::FileError::failed);
    collect();
    CHECK_FALSE(cell(u"TCPv4", u"", u"Segments Received/sec"));
    files().replace("/proc/net/snmp", tcp_lines("InSegs OutSegs", "4 1"));
    collect();
    CHECK(cell(u"TCPv4", u"", u"Segments Received/sec") == (std::int64_t{1} << 32U) + 4);
}

TEST_CASE_FIXTURE(Scene, "the protocols of one file share a reading of it") {
    set_protocols(*this);
    for (const std::u16string_view object : {u"TCPv4", u"UDPv4", u"IPv4", u"ICMP"}) {
        want(object);
    }
    files().forget();
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/proc/net/snmp"});
    CHECK(files().reads("/proc/net/snmp") == 1);
}

TEST_CASE_FIXTURE(Scene, "without IPv6 in the kernel its protocols have no objects") {
    set_protocols(*this);
    files().remove("/proc/net/snmp6");
    want(u"UDPv4");
    for (const auto& object : source().catalogue()->objects) {
        CHECK_FALSE(object.name.ends_with(u"v6"));
    }
}

TEST_CASE_FIXTURE(Scene, "TCPv6 has its connections, and its other counters can be added without a value") {
    set_protocols(*this);
    files().set("/proc/net/tcp6", "sl\n 0: 00000000000000000000000001000000:0016 "
                                  "00000000000000000000000001000000:D2F4 01 0:0 00:0 0\n");
    want(u"TCPv6");
    collect();
    CHECK(cell(u"TCPv6", u"", u"Connections Established") == 1);
    CHECK(source().unmeasured(u"TCPv6", u"Segments/sec"));
    CHECK(source().unmeasured(u"TCPv6", u"Connection Failures"));
}

TEST_CASE_FIXTURE(Scene, "a foreign root has the network counts of its first process") {
    options.foreign_root = true;
    set_protocols(*this);
    files().set("/proc/1/net/snmp", tcp_lines("InSegs OutSegs", "1 1"));
    want(u"TCPv4");
    collect();
    CHECK(cell(u"TCPv4", u"", u"Segments/sec") == 2);
}
