// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

/// The performance objects of control groups, each with what its sampler shows.
namespace pdh_shim::source::linux::objects {

extern const PerformanceObject<FileSystem, const KernelUnits> job_object;

} // namespace pdh_shim::source::linux::objects
