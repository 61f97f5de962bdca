// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_state.h"
#include "source/linux/kernel/performance_object.h"

#include <array>
#include <span>

namespace pdh_shim::source::linux {
namespace {

// The counters of GPU Process Memory. GPU Adapter Memory has the first three.
constexpr auto gpu_memory_rows = std::to_array<CounterRow>({
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
constexpr auto gpu_adapter_memory_rows = std::span(gpu_memory_rows).first<3>();
constexpr auto gpu_local_memory_rows = std::span(gpu_memory_rows).subspan<3, 1>();
constexpr auto gpu_non_local_memory_rows = std::span(gpu_memory_rows).subspan<4, 1>();

template <void (GpuState::*Write)(InstanceWriter&) const>
void write_gpus(const Shown& shown, InstanceWriter& instances) {
    if (!shown.gpus.readable()) {
        instances.fail();
        return;
    }
    (shown.gpus.*Write)(instances);
}

constexpr auto gpu_engine_rows = std::to_array<CounterRow>({
    {u"Running Time", 0, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        GpuEngineField::running_time, u"Time that the process used of the engines, in units of 100 ns."},
    {u"Utilization Percentage", 0, CounterType::perf_100nsec_timer, model::Detail::novice, {},
        GpuEngineField::busy_time,
        u"Share of the time that the engines worked for the process, in percent of all engines of the type."},
});

} // namespace

constexpr ObjectTable objects::gpu_engine{u"GPU Engine", 0, model::Instances::multi,
    {needs::gpus, needs::gpu_clients}, {}, u"Utilization Percentage",
    u"What each process uses of the engines of the GPUs.", gpu_engine_rows, find_gpus,
    write_gpus<&GpuState::write_engines>};

constexpr ObjectTable objects::gpu_adapter_memory{u"GPU Adapter Memory", 0, model::Instances::multi,
    {needs::gpus}, {}, u"Dedicated Usage", u"The memory that is in use of each GPU.", gpu_adapter_memory_rows,
    find_gpus, write_gpus<&GpuState::write_adapters>};

constexpr ObjectTable objects::gpu_process_memory{u"GPU Process Memory", 0, model::Instances::multi,
    {needs::gpus, needs::gpu_clients}, {}, u"Dedicated Usage",
    u"The memory that each process uses of each GPU.", gpu_memory_rows, find_gpus,
    write_gpus<&GpuState::write_processes>};

constexpr ObjectTable objects::gpu_local_adapter_memory{u"GPU Local Adapter Memory", 0,
    model::Instances::multi, {needs::gpus}, {}, u"Local Usage",
    u"The memory that is in use of each GPU and is its own.", gpu_local_memory_rows, find_gpus,
    write_gpus<&GpuState::write_partitions>};

constexpr ObjectTable objects::gpu_non_local_adapter_memory{u"GPU Non Local Adapter Memory", 0,
    model::Instances::multi, {needs::gpus}, {}, u"Non Local Usage",
    u"The memory of the machine that is in use on behalf of each GPU.", gpu_non_local_memory_rows, find_gpus,
    write_gpus<&GpuState::write_partitions>};

} // namespace pdh_shim::source::linux
