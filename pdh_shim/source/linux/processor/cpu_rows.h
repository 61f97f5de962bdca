// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"
#include "source/linux/processor/cpu_state.h"

#include <array>

namespace pdh_shim::source::linux {

/// The counters that Processor and Processor Information share; the latter's names have no fixed indexes.
inline constexpr auto cpu_rows = std::to_array<CounterRow>({
    {u"% Processor Time", 6, CounterType::perf_100nsec_timer_inv, model::Detail::novice, {}, CpuField::idle,
        u"Share of the interval in which the processor ran something other than its idle task, time that a "
        u"host took from a virtual machine (steal) included."},
    {u"% User Time", 142, CounterType::perf_100nsec_timer, model::Detail::advanced, {}, CpuField::user,
        u"Share of the interval in which the processor ran programs in user mode, guests included."},
    {u"% Privileged Time", 144, CounterType::perf_100nsec_timer, model::Detail::advanced, {},
        CpuField::privileged,
        u"Share of the interval in which the processor ran the kernel, interrupt handling included."},
    {u"Interrupts/sec", 148, CounterType::perf_counter_counter, model::Detail::novice, interrupts_file,
        CpuField::interrupts, u"Hardware interrupts that the processor took in a second."},
    {u"% DPC Time", 696, CounterType::perf_100nsec_timer, model::Detail::advanced, {}, CpuField::dpc,
        u"Share of the interval spent in deferred interrupt work (softirqs)."},
    {u"% Interrupt Time", 698, CounterType::perf_100nsec_timer, model::Detail::advanced,
        needs::interrupt_time, CpuField::interrupt,
        u"Share of the interval spent in handlers of hardware interrupts."},
    {u"DPCs Queued/sec", 1334, CounterType::perf_counter_counter, model::Detail::advanced, softirqs_file,
        CpuField::dpcs, u"Pieces of deferred interrupt work (softirqs) that the processor did in a second."},
    {u"% Idle Time", 1746, CounterType::perf_100nsec_timer, model::Detail::wizard, {}, CpuField::idle,
        u"Share of the interval in which the processor had nothing to run."},
    {u"% C1 Time", 1748, CounterType::perf_100nsec_timer, model::Detail::wizard, needs::idle_c1,
        CpuField::c1_time,
        u"Share of the interval that the processor slept in power state C1, the lightest one."},
    {u"% C2 Time", 1750, CounterType::perf_100nsec_timer, model::Detail::wizard, needs::idle_c2,
        CpuField::c2_time, u"Share of the interval that the processor slept in power state C2."},
    {u"% C3 Time", 1752, CounterType::perf_100nsec_timer, model::Detail::wizard, needs::idle_c3,
        CpuField::c3_time,
        u"Share of the interval that the processor slept in power state C3 or a deeper one."},
    {u"C1 Transitions/sec", 1754, CounterType::perf_counter_bulk_count, model::Detail::wizard, needs::idle_c1,
        CpuField::c1_transitions, u"How often the processor went into power state C1 in a second."},
    {u"C2 Transitions/sec", 1756, CounterType::perf_counter_bulk_count, model::Detail::wizard, needs::idle_c2,
        CpuField::c2_transitions, u"How often the processor went into power state C2 in a second."},
    {u"C3 Transitions/sec", 1758, CounterType::perf_counter_bulk_count, model::Detail::wizard, needs::idle_c3,
        CpuField::c3_transitions,
        u"How often the processor went into power state C3 or a deeper one in a second."},
});

} // namespace pdh_shim::source::linux
