// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/gpu_objects.h"
#include "source/linux/gpu/gpu_sampler.h"
#include "source/linux/gpu/gpu_state.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

constexpr auto gpu_engine_rows = std::to_array<CounterRow>({
    {u"Running Time", 0, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        GpuEngineField::running_time, u"Time that the process used of the engines, in units of 100 ns."},
    {u"Utilization Percentage", 0, CounterType::perf_100nsec_timer, model::Detail::novice, {},
        GpuEngineField::busy_time,
        u"Share of the time that the engines worked for the process, in percent of all engines of the type."},
});

} // namespace

constexpr PerformanceObject<const GpuState> objects::gpu_engine{
    .table{u"GPU Engine", 0, model::Instances::multi, {needs::gpus, needs::gpu_clients}, {},
        u"Utilization Percentage", u"What each process uses of the engines of the GPUs.", gpu_engine_rows,
        find_gpus},
    .open = open<GpuSampler<&GpuState::write_engines>>};

} // namespace pdh_shim::source::linux
