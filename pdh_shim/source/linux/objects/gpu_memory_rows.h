// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/gpus.h"
#include "source/linux/subject.h"

#include <array>

namespace pdh_shim::source::linux {

/// The counters of the objects of GPU memory.
inline constexpr auto gpu_memory_rows = std::to_array<CounterRow>({
    {u"Dedicated Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::dedicated, u"Bytes in use of the GPU's own memory."},
    {u"Shared Usage", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::shared, u"Bytes in use of the machine's memory, on behalf of the GPU."},
    {u"Total Committed", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {},
        GpuMemoryField::committed, u"Dedicated Usage and Shared Usage together."},
});

} // namespace pdh_shim::source::linux
