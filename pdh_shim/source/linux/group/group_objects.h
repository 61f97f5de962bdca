// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

/// The performance objects of control groups, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<FileSystem, const KernelUnits> job_object;
} // namespace objects

} // namespace pdh_shim::source::linux
