// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_state.h"
#include "source/linux/system/system_objects.h"

#include <array>

namespace pdh_shim::source::linux {
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
