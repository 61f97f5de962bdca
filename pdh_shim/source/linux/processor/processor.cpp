// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_rows.h"
#include "source/linux/processor/processor_objects.h"

namespace pdh_shim::source::linux {
namespace {

class Processor final : public Sampler {
  public:
    explicit Processor(const CpuState& cpus) : cpus_(cpus) {}

    void write(InstanceWriter& instances) const override { cpus_.write_cpus(instances); }

  private:
    const CpuState& cpus_;
};

} // namespace

constexpr PerformanceObject<const CpuState> objects::processor{
    .table{u"Processor", 238, model::Instances::multi, {stat_file}, {interrupts_file, softirqs_file},
        u"% Processor Time",
        u"What the processors that are online do, each by its number, and all of them together.", cpu_rows,
        find_cpu_sources},
    .open = open<Processor>};

} // namespace pdh_shim::source::linux
