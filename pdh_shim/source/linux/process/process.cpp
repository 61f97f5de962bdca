// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_objects.h"
#include "source/linux/process/process_rows.h"

namespace pdh_shim::source::linux {
namespace {

class Process final : public Sampler {
  public:
    explicit Process(const ProcessState& processes) : processes_(processes) {}

    void write(InstanceWriter& instances) const override { processes_.write(instances, false); }

  private:
    const ProcessState& processes_;
};

} // namespace

constexpr PerformanceObject<const ProcessState> objects::process{
    .table{u"Process", 230, model::Instances::multi, process_origins, {}, u"% Processor Time",
        u"The processes by the names of their programs, Idle for the time that no process used, and all of "
        u"them "
        u"together.",
        process_rows, find_process_sources},
    .open = open<Process>};

} // namespace pdh_shim::source::linux
