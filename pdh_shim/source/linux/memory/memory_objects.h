// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/group/control_group.h"
#include "source/linux/kernel/performance_object.h"

#include <optional>

/// The performance objects of memory, each with what its sampler shows.
namespace pdh_shim::source::linux::objects {

extern const PerformanceObject<FileSystem, const std::optional<GroupSample>> memory;
extern const PerformanceObject<const std::optional<GroupSample>> paging_file;
extern const PerformanceObject<> cache;
extern const PerformanceObject<FileSystem> numa_node_memory;

} // namespace pdh_shim::source::linux::objects
