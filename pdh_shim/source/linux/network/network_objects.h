// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class NetworkState;

/// The performance objects of networks, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const NetworkState> network_interface;
extern const PerformanceObject<> tcpv4;
extern const PerformanceObject<> tcpv6;
extern const PerformanceObject<> udpv4;
extern const PerformanceObject<> udpv6;
extern const PerformanceObject<> ipv4;
extern const PerformanceObject<> ipv6;
extern const PerformanceObject<> icmp;
extern const PerformanceObject<> icmpv6;
extern const PerformanceObject<const NetworkState> network_adapter;
extern const PerformanceObject<FileSystem> rdma_activity;
} // namespace objects

} // namespace pdh_shim::source::linux
