// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class BlockDevices;

/// The performance objects of disks, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const BlockDevices> physical_disk;
} // namespace objects

} // namespace pdh_shim::source::linux
