// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/process/process_state.h"
#include "source/linux/processor/cpu_state.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct SystemField {
    enum Index : std::uint8_t { context_switches, boot_time, queue_length, processes, threads, count };
};

constexpr auto system_rows = std::to_array<CounterRow>({
    {u"Context Switches/sec", 146, CounterType::perf_counter_counter, model::Detail::advanced, stat_file,
        SystemField::context_switches,
        u"How often the processors went over from one thread to another in a second."},
    {u"System Up Time", 674, CounterType::perf_elapsed_time, model::Detail::novice, uptime_file,
        SystemField::boot_time, u"Seconds since the machine was started, time spent suspended included."},
    {u"Processor Queue Length", 44, CounterType::perf_counter_rawcount, model::Detail::wizard, stat_file,
        SystemField::queue_length, u"Threads that could run but have no processor."},
    {u"Processes", 248, CounterType::perf_counter_rawcount, model::Detail::wizard, inputs::process_list,
        SystemField::processes, u"Processes that there are now."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, model::Detail::wizard, loadavg_file,
        SystemField::threads, u"Threads of all processes and of the kernel that there are now."},
});

void write_system(const Shown& shown, InstanceWriter& instances) {
    std::array<std::int64_t, SystemField::count> values{};
    values.fill(unread);
    values[SystemField::processes] = shown.tasks.processes;
    values[SystemField::threads] = shown.tasks.threads;
    if (!shown.group) { // the kernel counts the rest for the machine only
        values[SystemField::context_switches] = shown.stat.context_switches;
        values[SystemField::boot_time] = shown.boot.value();
        values[SystemField::queue_length] = difference(shown.stat.running, shown.cpus.online());
    }
    instances.add({}, model::no_unique_id, values);
}

} // namespace

constexpr ObjectTable objects::system{u"System", 2, model::Instances::none, {}, {}, u"Processor Queue Length",
    u"What goes on in the machine as a whole.", system_rows, find_process_sources, write_system};

namespace {

struct ObjectsField {
    enum Index : std::uint8_t { processes, threads, count };
};

constexpr auto objects_rows = std::to_array<CounterRow>({
    {u"Processes", 248, CounterType::perf_counter_rawcount, model::Detail::novice, inputs::process_list,
        ObjectsField::processes, u"Processes that there are now."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, model::Detail::novice, loadavg_file,
        ObjectsField::threads, u"Threads of all processes and of the kernel that there are now."},
});

void write_objects(const Shown& shown, InstanceWriter& instances) {
    std::array<std::int64_t, ObjectsField::count> values{};
    values[ObjectsField::processes] = shown.tasks.processes;
    values[ObjectsField::threads] = shown.tasks.threads;
    instances.add({}, model::no_unique_id, values);
}

} // namespace

constexpr ObjectTable objects::objects{u"Objects", 260, model::Instances::none, {}, {}, u"Processes",
    u"How many processes and threads the kernel has.", objects_rows, find_process_sources, write_objects};

} // namespace pdh_shim::source::linux
