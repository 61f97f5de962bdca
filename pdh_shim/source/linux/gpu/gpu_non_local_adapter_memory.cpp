// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_memory_rows.h"
#include "source/linux/gpu/gpu_objects.h"
#include "source/linux/gpu/gpu_sampler.h"
#include "source/linux/gpu/gpu_state.h"

namespace pdh_shim::source::linux {

constexpr PerformanceObject<const GpuState> objects::gpu_non_local_adapter_memory{
    .table{u"GPU Non Local Adapter Memory", 0, model::Instances::multi, {needs::gpus}, {}, u"Non Local Usage",
        u"The memory of the machine that is in use on behalf of each GPU.", gpu_non_local_memory_rows,
        find_gpus},
    .open = open<GpuSampler<&GpuState::write_partitions>>};

} // namespace pdh_shim::source::linux
