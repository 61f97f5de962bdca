// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_objects.h"
#include "source/linux/process/process_rows.h"

namespace pdh_shim::source::linux {
namespace {

constexpr auto process_v2_rows = model::as_process_v2(process_rows);

class ProcessV2 final : public Sampler {
  public:
    explicit ProcessV2(const ProcessState& processes) : processes_(processes) {}

    void write(InstanceWriter& instances) const override { processes_.write(instances, true); }

  private:
    const ProcessState& processes_;
};

} // namespace

constexpr PerformanceObject<const ProcessState> objects::process_v2{
    .table{u"Process V2", 0, model::Instances::multi, process_origins, {}, u"% Processor Time",
        u"The processes by the names of their programs and their numbers.", process_v2_rows,
        find_process_sources},
    .open = open<ProcessV2>};

} // namespace pdh_shim::source::linux
