// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/gpu/gpu_state.h"
#include "source/linux/kernel/performance_object.h"

#include <array>
#include <span>

namespace pdh_shim::source::linux {

/// The counters of GPU Process Memory. GPU Adapter Memory has the first three.
inline constexpr auto gpu_memory_rows = std::to_array<CounterRow>({
    {u"Dedicated Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::dedicated, u"Bytes in use of the GPU's own memory."},
    {u"Shared Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::shared, u"Bytes in use of the machine's memory, on behalf of the GPU."},
    {u"Total Committed", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::committed, u"Dedicated Usage and Shared Usage together."},
    {u"Local Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::dedicated, u"Bytes in use of the memory that the GPU reaches fastest: its own."},
    {u"Non Local Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::shared, u"Bytes in use of other memory, on behalf of the GPU: the machine's."},
});
inline constexpr auto gpu_adapter_memory_rows = std::span(gpu_memory_rows).first<3>();
inline constexpr auto gpu_local_memory_rows = std::span(gpu_memory_rows).subspan<3, 1>();
inline constexpr auto gpu_non_local_memory_rows = std::span(gpu_memory_rows).subspan<4, 1>();

} // namespace pdh_shim::source::linux
