// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/disk/disk_objects.h"
#include "source/linux/gpu/gpu_objects.h"
#include "source/linux/group/group_objects.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/memory/memory_objects.h"
#include "source/linux/network/network_objects.h"
#include "source/linux/process/process_objects.h"
#include "source/linux/processor/processor_objects.h"
#include "source/linux/system/system_objects.h"
#include "source/linux/volume/volume_objects.h"

#include <array>

namespace pdh_shim::source::linux {

/// The tables of all performance objects that a Linux machine can have, in the order in which programs see
/// them listed.
inline constexpr std::array all_objects{
#define OBJECT(name) &objects::name.table,
#include "source/linux/all_objects.inc"
#undef OBJECT
};

} // namespace pdh_shim::source::linux
