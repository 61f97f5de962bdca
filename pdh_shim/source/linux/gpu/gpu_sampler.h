// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/gpu/gpu_state.h"
#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {

/// The sampler of a GPU object, whose instances one function of GpuState writes.
template <void (GpuState::*Write)(InstanceWriter&) const>
class GpuSampler final : public Sampler {
  public:
    explicit GpuSampler(const GpuState& gpus) : gpus_(gpus) {}

    void write(InstanceWriter& instances) const override {
        if (!gpus_.readable()) {
            instances.fail();
            return;
        }
        (gpus_.*Write)(instances);
    }

  private:
    const GpuState& gpus_;
};

} // namespace pdh_shim::source::linux
