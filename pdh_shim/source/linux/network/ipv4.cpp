// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/ip_rows.h"
#include "source/linux/network/network_objects.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto ipv4_names = std::to_array<std::string_view>({"InReceives", "OutRequests", "InHdrErrors",
    "InAddrErrors", "ForwDatagrams", "InUnknownProtos", "InDiscards", "InDelivers", "OutDiscards",
    "OutNoRoutes", "ReasmReqds", "ReasmOKs", "ReasmFails", "FragOKs", "FragFails", "FragCreates"});

constexpr ProtocolCounts ipv4_counts{snmp_file, "Ip:", ipv4_names};

} // namespace

constexpr PerformanceObject<> objects::ipv4{
    .table{u"IPv4", 546, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
        u"The datagrams of IPv4, of all interfaces, the loopback one included.", ip_rows},
    .open = open_protocol<ipv4_counts>};

} // namespace pdh_shim::source::linux
