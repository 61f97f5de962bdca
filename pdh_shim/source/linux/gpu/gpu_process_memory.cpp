// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_memory_rows.h"
#include "source/linux/gpu/gpu_objects.h"
#include "source/linux/gpu/gpu_sampler.h"
#include "source/linux/gpu/gpu_state.h"

namespace pdh_shim::source::linux {

constexpr PerformanceObject<const GpuState> objects::gpu_process_memory{
    .table{u"GPU Process Memory", 0, model::Instances::multi, {needs::gpus, needs::gpu_clients}, {},
        u"Dedicated Usage", u"The memory that each process uses of each GPU.", gpu_memory_rows, find_gpus},
    .open = open<GpuSampler<&GpuState::write_processes>>};

} // namespace pdh_shim::source::linux
