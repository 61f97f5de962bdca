// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/network_rows.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto adapter_rows = model::without_indexes(network_rows);

} // namespace

constexpr PerformanceObject<const NetworkState> objects::network_adapter{
    .table{u"Network Adapter", 0, model::Instances::multi, {net_dev_file}, {}, u"Bytes Total/sec",
        u"What goes over the physical and virtual network interfaces, except the loopback one.", adapter_rows,
        find_output_queues},
    .open = open<NetworkSampler>};

} // namespace pdh_shim::source::linux
