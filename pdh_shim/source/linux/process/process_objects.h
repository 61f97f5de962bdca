// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class BootTime;
class ProcessState;

/// The performance objects of processes and threads, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const ProcessState> process;
extern const PerformanceObject<const ProcessState> process_v2;
extern const PerformanceObject<FileSystem, const KernelUnits, const BootTime, const ProcessState> thread;
} // namespace objects

} // namespace pdh_shim::source::linux
