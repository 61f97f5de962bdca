// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/udp_rows.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto udpv6_names =
    std::to_array<std::string_view>({"Udp6InDatagrams", "Udp6OutDatagrams", "Udp6NoPorts", "Udp6InErrors"});

constexpr ProtocolCounts udpv6_counts{snmp6_file, {}, udpv6_names};

} // namespace

constexpr PerformanceObject<> objects::udpv6{
    .table{u"UDPv6", 1532, model::Instances::none, {snmp6_file}, {}, u"Datagrams/sec",
        u"The datagrams of UDP over IPv6.", udp_rows},
    .open = open_protocol<udpv6_counts>};

} // namespace pdh_shim::source::linux
