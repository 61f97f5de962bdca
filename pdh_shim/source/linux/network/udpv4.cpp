// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/udp_rows.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto udpv4_names =
    std::to_array<std::string_view>({"InDatagrams", "OutDatagrams", "NoPorts", "InErrors"});

constexpr ProtocolCounts udpv4_counts{snmp_file, "Udp:", udpv4_names};

} // namespace

constexpr PerformanceObject<> objects::udpv4{
    .table{u"UDPv4", 658, model::Instances::none, {snmp_file}, {}, u"Datagrams/sec",
        u"The datagrams of UDP over IPv4.", udp_rows},
    .open = open_protocol<udpv4_counts>};

} // namespace pdh_shim::source::linux
