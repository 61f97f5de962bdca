// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/subject.h"
#include "source/linux/parts.h"

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
    explicit System(const Parts& parts) : parts_(parts) {}

    void sample(const Collect& /*collect*/, Needs /*needed*/) override {
        values_.fill(unread);
        values_[SystemField::processes] = parts_.process_count();
        values_[SystemField::threads] = parts_.thread_count();
        if (parts_.group()) {
            return; // the kernel counts the rest for the machine only
        }
        values_[SystemField::context_switches] = parts_.stat().context_switches;
        values_[SystemField::boot_time] = parts_.boot().value();
        values_[SystemField::queue_length] = difference(parts_.stat().running, parts_.cpus().online());
    }

    void write(RowWriter& rows) const override { rows.add({}, model::no_unique_id, values_); }

  private:
    const Parts& parts_;
    std::array<std::int64_t, SystemField::count> values_{};
};

} // namespace

constexpr Subject objects::system{
    .object{u"System", 2, model::Instances::none, {}, {}, u"Processor Queue Length",
        u"What goes on in the machine as a whole.", system_rows},
    .find = find_process_sources,
    .open = open<System>};

} // namespace pdh_shim::source::linux
