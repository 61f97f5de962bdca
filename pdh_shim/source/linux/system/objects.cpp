// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/subject.h"
#include "source/linux/parts.h"

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
    explicit KernelObjects(const Parts& parts) : parts_(parts) {}

    void sample(const Collect& /*collect*/, Needs /*needed*/) override {
        values_[ObjectsField::processes] = parts_.process_count();
        values_[ObjectsField::threads] = parts_.thread_count();
    }

    void write(RowWriter& rows) const override { rows.add({}, model::no_unique_id, values_); }

  private:
    const Parts& parts_;
    std::array<std::int64_t, ObjectsField::count> values_{};
};

} // namespace

constexpr Subject objects::objects{.object{u"Objects", 260, model::Instances::none, {}, {}, u"Processes",
                                       u"How many processes and threads the kernel has.", objects_rows},
    .find = find_process_sources,
    .open = open<KernelObjects>};

} // namespace pdh_shim::source::linux
