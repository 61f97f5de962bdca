// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_memory_rows.h"
#include "source/linux/gpu/gpu_objects.h"
#include "source/linux/gpu/gpu_sampler.h"
#include "source/linux/gpu/gpu_state.h"

namespace pdh_shim::source::linux {

constexpr PerformanceObject<const GpuState> objects::gpu_adapter_memory{
    .table{u"GPU Adapter Memory", 0, model::Instances::multi, {needs::gpus}, {}, u"Dedicated Usage",
        u"The memory that is in use of each GPU.", gpu_adapter_memory_rows, find_gpus},
    .open = open<GpuSampler<&GpuState::write_adapters>>};

} // namespace pdh_shim::source::linux
