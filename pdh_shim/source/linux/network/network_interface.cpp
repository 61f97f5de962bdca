// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/network_rows.h"

namespace pdh_shim::source::linux {

constexpr PerformanceObject<const NetworkState> objects::network_interface{
    .table{u"Network Interface", 510, model::Instances::multi, {net_dev_file}, {}, u"Bytes Total/sec",
        u"What goes over the network interfaces, except the loopback one.", network_rows, find_output_queues},
    .open = open<NetworkSampler>};

} // namespace pdh_shim::source::linux
