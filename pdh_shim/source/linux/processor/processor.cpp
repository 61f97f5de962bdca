// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/parts.h"
#include "source/linux/processor/cpu_rows.h"

namespace pdh_shim::source::linux {
namespace {

class Processor final : public Sampler {
  public:
    explicit Processor(const Parts& parts) : cpus_(parts.cpus()) {}

    void write(RowWriter& rows) const override { cpus_.write_cpus(rows); }

  private:
    const CpuState& cpus_;
};

} // namespace

constexpr Subject objects::processor{
    .object{u"Processor", 238, model::Instances::multi, {stat_file}, {interrupts_file, softirqs_file},
        u"% Processor Time",
        u"What the processors that are online do, each by its number, and all of them together.", cpu_rows},
    .find = find_cpu_sources,
    .open = open<Processor>};

} // namespace pdh_shim::source::linux
