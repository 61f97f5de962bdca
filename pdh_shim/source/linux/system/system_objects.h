// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/group/control_group.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/processor/cpu_text.h"

#include <optional>

namespace pdh_shim::source::linux {

class BootTime;
class CpuState;

/// The performance objects of the machine as a whole, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const TaskCounts, const std::optional<GroupSample>, const StatText,
    const BootTime, const CpuState>
    system;
extern const PerformanceObject<FileSystem> thermal_zone_information;
extern const PerformanceObject<const TaskCounts> objects;
extern const PerformanceObject<FileSystem> energy_meter;
extern const PerformanceObject<FileSystem> power_meter;
extern const PerformanceObject<FileSystem> battery_status;
} // namespace objects

} // namespace pdh_shim::source::linux
