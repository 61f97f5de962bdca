// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class GpuState;

/// The performance objects of GPUs, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const GpuState> gpu_engine;
extern const PerformanceObject<const GpuState> gpu_adapter_memory;
extern const PerformanceObject<const GpuState> gpu_process_memory;
extern const PerformanceObject<const GpuState> gpu_local_adapter_memory;
extern const PerformanceObject<const GpuState> gpu_non_local_adapter_memory;
} // namespace objects

} // namespace pdh_shim::source::linux
