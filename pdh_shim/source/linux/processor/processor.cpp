// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/processor/cpu_state.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

// The counters that Processor and Processor Information share; the latter's names have no fixed indexes.
constexpr auto cpu_rows = std::to_array<CounterRow>({
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
        inputs::interrupt_time, CpuField::interrupt,
        u"Share of the interval spent in handlers of hardware interrupts."},
    {u"DPCs Queued/sec", 1334, CounterType::perf_counter_counter, model::Detail::advanced, softirqs_file,
        CpuField::dpcs, u"Pieces of deferred interrupt work (softirqs) that the processor did in a second."},
    {u"% Idle Time", 1746, CounterType::perf_100nsec_timer, model::Detail::wizard, {}, CpuField::idle,
        u"Share of the interval in which the processor had nothing to run."},
    {u"% C1 Time", 1748, CounterType::perf_100nsec_timer, model::Detail::wizard, inputs::idle_c1,
        CpuField::c1_time,
        u"Share of the interval that the processor slept in power state C1, the lightest one."},
    {u"% C2 Time", 1750, CounterType::perf_100nsec_timer, model::Detail::wizard, inputs::idle_c2,
        CpuField::c2_time, u"Share of the interval that the processor slept in power state C2."},
    {u"% C3 Time", 1752, CounterType::perf_100nsec_timer, model::Detail::wizard, inputs::idle_c3,
        CpuField::c3_time,
        u"Share of the interval that the processor slept in power state C3 or a deeper one."},
    {u"C1 Transitions/sec", 1754, CounterType::perf_counter_bulk_count, model::Detail::wizard,
        inputs::idle_c1, CpuField::c1_transitions,
        u"How often the processor went into power state C1 in a second."},
    {u"C2 Transitions/sec", 1756, CounterType::perf_counter_bulk_count, model::Detail::wizard,
        inputs::idle_c2, CpuField::c2_transitions,
        u"How often the processor went into power state C2 in a second."},
    {u"C3 Transitions/sec", 1758, CounterType::perf_counter_bulk_count, model::Detail::wizard,
        inputs::idle_c3, CpuField::c3_transitions,
        u"How often the processor went into power state C3 or a deeper one in a second."},
});

void write_cpus(const Shown& shown, InstanceWriter& instances) {
    shown.cpus.write_cpus(instances);
}

void write_nodes(const Shown& shown, InstanceWriter& instances) {
    shown.cpus.write_nodes(instances);
}

} // namespace

constexpr ObjectTable objects::processor{u"Processor", 238, model::Instances::multi, {stat_file},
    {interrupts_file, softirqs_file}, u"% Processor Time",
    u"What the processors that are online do, each by its number, and all of them together.", cpu_rows,
    find_cpu_sources, write_cpus};

namespace {

constexpr auto information_only_rows = std::to_array<CounterRow>({
    {u"Processor Frequency", 0, CounterType::perf_counter_rawcount, model::Detail::novice,
        inputs::nominal_frequency, CpuField::frequency, u"Nominal frequency of the processor in megahertz."},
    {u"% of Maximum Frequency", 0, CounterType::perf_counter_rawcount, model::Detail::novice,
        inputs::frequency_range, CpuField::percent_of_maximum,
        u"Present frequency of the processor in percent of its highest one."},
    {u"% Processor Performance", 0, CounterType::perf_average_bulk, model::Detail::novice,
        inputs::current_frequency, CpuField::performance,
        u"Mean frequency of the processor over the interval in percent of the nominal one, seen at each "
        u"collect.",
        CpuField::time},
    {u"% Processor Utility", 0, CounterType::perf_average_bulk, model::Detail::novice,
        inputs::current_frequency, CpuField::utility,
        u"Work that the processor did in percent of what it could do at its nominal frequency; more than 100 "
        u"is possible.",
        CpuField::time},
    {u"% Privileged Utility", 0, CounterType::perf_average_bulk, model::Detail::novice,
        inputs::current_frequency, CpuField::privileged_utility,
        u"Work that the processor did in the kernel in percent of what it could do at its nominal frequency.",
        CpuField::time},
    {u"Parking Status", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {}, CpuField::parked,
        u"Whether the processor is parked, which Linux never does."},
    {u"% Performance Limit", 0, CounterType::perf_counter_rawcount, model::Detail::novice,
        inputs::frequency_limit, CpuField::performance_limit,
        u"Frequency in percent of the nominal one that limits of power, heat or the administrator leave."},
    {u"Clock Interrupts/sec", 0, CounterType::perf_counter_counter, model::Detail::novice,
        InputOf(interrupts_file, inputs::clock_interrupts), CpuField::clock_interrupts,
        u"Interrupts of the processor's own clock in a second."},
    {u"Idle Break Events/sec", 0, CounterType::perf_counter_bulk_count, model::Detail::novice,
        inputs::idle_breaks, CpuField::idle_breaks, u"How often the processor was woken in a second."},
    {u"% Priority Time", 0, CounterType::perf_100nsec_timer_inv, model::Detail::novice, {},
        CpuField::low_priority,
        u"Share of the interval in which the processor ran something other than its idle task and programs "
        u"of low priority."},
});

constexpr auto information_rows = model::without_indexes(model::joined(cpu_rows, information_only_rows));

} // namespace

constexpr ObjectTable objects::processor_information{u"Processor Information", 0, model::Instances::multi,
    {stat_file, inputs::topology}, {interrupts_file, softirqs_file}, u"% Processor Time",
    u"What the processors that are online do, by memory node and number in the node, with their "
    u"frequencies.",
    information_rows, find_cpu_sources, write_nodes};

} // namespace pdh_shim::source::linux
