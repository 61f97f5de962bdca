// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/process/process_state.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

// The counters that Process and Process V2 share.
constexpr auto process_rows = std::to_array<CounterRow>({
    {u"% Processor Time", 6, CounterType::perf_100nsec_timer, model::Detail::novice, {},
        ProcessField::processor_time,
        u"Processor time that the threads of the process used, in percent of one processor's."},
    {u"% User Time", 142, CounterType::perf_100nsec_timer, model::Detail::advanced, {},
        ProcessField::user_time,
        u"Processor time that the process used in user mode, in percent of one processor's."},
    {u"% Privileged Time", 144, CounterType::perf_100nsec_timer, model::Detail::advanced, {},
        ProcessField::privileged_time,
        u"Processor time that the kernel used for the process, in percent of one processor's."},
    {u"Virtual Bytes Peak", 172, CounterType::perf_counter_large_rawcount, model::Detail::expert,
        inputs::process_status, ProcessField::virtual_peak,
        u"Largest address space in bytes that the process has had."},
    {u"Virtual Bytes", 174, CounterType::perf_counter_large_rawcount, model::Detail::expert,
        inputs::process_details, ProcessField::virtual_bytes,
        u"Size of the process's address space in bytes."},
    {u"Page Faults/sec", 28, CounterType::perf_counter_counter, model::Detail::novice,
        inputs::process_details, ProcessField::page_faults,
        u"Page faults of the process in a second, whether they had to read or not."},
    {u"Working Set Peak", 178, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        inputs::process_status, ProcessField::working_set_peak,
        u"Most memory in bytes that the process has had at once."},
    {u"Working Set", 180, CounterType::perf_counter_large_rawcount, model::Detail::novice,
        inputs::process_memory, ProcessField::working_set,
        u"Memory in bytes that the process has, shared memory included."},
    {u"Working Set - Private", 1478, CounterType::perf_counter_large_rawcount, model::Detail::novice,
        inputs::process_status, ProcessField::working_set_private,
        u"Memory in bytes that belongs to the process alone."},
    {u"Page File Bytes", 184, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        inputs::process_status, ProcessField::private_bytes,
        u"Memory in bytes that belongs to the process alone, swapped out or not; as Private Bytes."},
    {u"Private Bytes", 186, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        inputs::process_status, ProcessField::private_bytes,
        u"Memory in bytes that belongs to the process alone, swapped out or not."},
    {u"Thread Count", 680, CounterType::perf_counter_rawcount, model::Detail::advanced,
        inputs::process_details, ProcessField::threads, u"Threads that the process has now."},
    {u"Priority Base", 682, CounterType::perf_counter_rawcount, model::Detail::advanced,
        inputs::process_details, ProcessField::priority,
        u"Base priority that stands for the process's scheduling policy and nice value: 24 for real time, 8 "
        u"for "
        u"the usual."},
    {u"Elapsed Time", 684, CounterType::perf_elapsed_time, model::Detail::advanced, {},
        ProcessField::start_time, u"Seconds since the process was started."},
    {u"ID Process", 784, CounterType::perf_counter_rawcount, model::Detail::novice, {}, ProcessField::id,
        u"Number of the process, which is given to another one when it has ended."},
    {u"Creating Process ID", 1410, CounterType::perf_counter_rawcount, model::Detail::novice,
        inputs::process_details, ProcessField::parent, u"Number of the process's parent."},
    {u"Handle Count", 952, CounterType::perf_counter_rawcount, model::Detail::advanced,
        inputs::process_handles, ProcessField::handles, u"File descriptors that the process has open."},
    {u"IO Read Operations/sec", 1412, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_reads,
        u"Read calls of the process in a second, on files, devices and sockets."},
    {u"IO Write Operations/sec", 1414, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_writes,
        u"Write calls of the process in a second, on files, devices and sockets."},
    {u"IO Data Operations/sec", 1416, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_operations, u"Read and write calls of the process in a second."},
    {u"IO Read Bytes/sec", 1420, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_read_bytes,
        u"Bytes that the process read in a second, from a cache or not."},
    {u"IO Write Bytes/sec", 1422, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_write_bytes,
        u"Bytes that the process wrote in a second, to a cache or not."},
    {u"IO Data Bytes/sec", 1424, CounterType::perf_counter_bulk_count, model::Detail::advanced,
        inputs::process_io, ProcessField::io_bytes, u"Bytes that the process read and wrote in a second."},
});

// What both need to list their instances.
constexpr std::array<InputOf, 3> process_inputs{
    stat_file, uptime_file, inputs::process_list | inputs::process_stat};

template <bool WithNumbers>
void write_processes(const Shown& shown, InstanceWriter& instances) {
    shown.processes.write(instances, WithNumbers);
}

constexpr auto process_v2_rows = model::as_process_v2(process_rows);

} // namespace

constexpr ObjectTable objects::process{u"Process", 230, model::Instances::multi, process_inputs, {},
    u"% Processor Time",
    u"The processes by the names of their programs, Idle for the time that no process used, and all of "
    u"them "
    u"together.",
    process_rows, find_process_sources, write_processes<false>};

constexpr ObjectTable objects::process_v2{u"Process V2", 0, model::Instances::multi, process_inputs, {},
    u"% Processor Time", u"The processes by the names of their programs and their numbers.", process_v2_rows,
    find_process_sources, write_processes<true>};

} // namespace pdh_shim::source::linux
