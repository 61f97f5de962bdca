// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/ip_rows.h"
#include "source/linux/network/network_objects.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto ipv6_names = std::to_array<std::string_view>(
    {"Ip6InReceives", "Ip6OutRequests", "Ip6InHdrErrors", "Ip6InAddrErrors", "Ip6OutForwDatagrams",
        "Ip6InUnknownProtos", "Ip6InDiscards", "Ip6InDelivers", "Ip6OutDiscards", "Ip6OutNoRoutes",
        "Ip6ReasmReqds", "Ip6ReasmOKs", "Ip6ReasmFails", "Ip6FragOKs", "Ip6FragFails", "Ip6FragCreates"});

constexpr ProtocolCounts ipv6_counts{snmp6_file, {}, ipv6_names};

} // namespace

constexpr PerformanceObject<> objects::ipv6{
    .table{u"IPv6", 548, model::Instances::none, {snmp6_file}, {}, u"Datagrams/sec",
        u"The datagrams of IPv6, of all interfaces, the loopback one included.", ip_rows},
    .open = open_protocol<ipv6_counts>};

} // namespace pdh_shim::source::linux
