// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

class LogicalDisks;

/// The performance objects of mounted file systems, each with what its sampler shows.
namespace objects {
extern const PerformanceObject<const LogicalDisks> logical_disk;
} // namespace objects

} // namespace pdh_shim::source::linux
