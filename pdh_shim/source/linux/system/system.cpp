// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/boot_time.h"
#include "source/linux/process/process_state.h"
#include "source/linux/processor/cpu_state.h"
#include "source/linux/system/system_objects.h"

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
    {u"Processes", 248, CounterType::perf_counter_rawcount, model::Detail::wizard, needs::process_list,
        SystemField::processes, u"Processes that there are now."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, model::Detail::wizard, loadavg_file,
        SystemField::threads, u"Threads of all processes and of the kernel that there are now."},
});

class System final : public Sampler {
  public:
    System(const TaskCounts& tasks, const std::optional<GroupSample>& group, const StatText& stat,
        const BootTime& boot, const CpuState& cpus)
        : tasks_(tasks), group_(group), stat_(stat), boot_(boot), cpus_(cpus) {}

    void sample(const Collect& /*collect*/, Needs /*needed*/) override {
        values_.fill(unread);
        values_[SystemField::processes] = tasks_.processes;
        values_[SystemField::threads] = tasks_.threads;
        if (group_) {
            return; // the kernel counts the rest for the machine only
        }
        values_[SystemField::context_switches] = stat_.context_switches;
        values_[SystemField::boot_time] = boot_.value();
        values_[SystemField::queue_length] = difference(stat_.running, cpus_.online());
    }

    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    const TaskCounts& tasks_;
    const std::optional<GroupSample>& group_;
    const StatText& stat_;
    const BootTime& boot_;
    const CpuState& cpus_;
    std::array<std::int64_t, SystemField::count> values_{};
};

} // namespace

constexpr PerformanceObject<const TaskCounts, const std::optional<GroupSample>, const StatText,
    const BootTime, const CpuState>
    objects::system{.table{u"System", 2, model::Instances::none, {}, {}, u"Processor Queue Length",
                        u"What goes on in the machine as a whole.", system_rows, find_process_sources},
        .open = open<System>};

namespace {

struct ObjectsField {
    enum Index : std::uint8_t { processes, threads, count };
};

constexpr auto objects_rows = std::to_array<CounterRow>({
    {u"Processes", 248, CounterType::perf_counter_rawcount, model::Detail::novice, needs::process_list,
        ObjectsField::processes, u"Processes that there are now."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, model::Detail::novice, loadavg_file,
        ObjectsField::threads, u"Threads of all processes and of the kernel that there are now."},
});

class KernelObjects final : public Sampler {
  public:
    explicit KernelObjects(const TaskCounts& tasks) : tasks_(tasks) {}

    void sample(const Collect& /*collect*/, Needs /*needed*/) override {
        values_[ObjectsField::processes] = tasks_.processes;
        values_[ObjectsField::threads] = tasks_.threads;
    }

    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    const TaskCounts& tasks_;
    std::array<std::int64_t, ObjectsField::count> values_{};
};

} // namespace

constexpr PerformanceObject<const TaskCounts> objects::objects{
    .table{u"Objects", 260, model::Instances::none, {}, {}, u"Processes",
        u"How many processes and threads the kernel has.", objects_rows, find_process_sources},
    .open = open<KernelObjects>};

} // namespace pdh_shim::source::linux
