// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class CpuState;

/// The performance objects of processors, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const CpuState> processor;
extern const PerformanceObject<const CpuState> processor_information;
} // namespace objects

} // namespace pdh_shim::source::linux
