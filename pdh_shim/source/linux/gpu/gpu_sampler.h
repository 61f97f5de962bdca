// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/gpu/gpu_state.h"
#include "source/linux/kernel/subject.h"
#include "source/linux/parts.h"

namespace pdh_shim::source::linux {

/// Shows what the state of the GPUs writes.
template <void (GpuState::*Write)(RowWriter&) const>
class GpuSampler final : public Sampler {
  public:
    explicit GpuSampler(const Parts& parts) : gpus_(parts.gpus()) {}

    void write(RowWriter& rows) const override {
        if (!gpus_.readable()) {
            rows.fail();
            return;
        }
        (gpus_.*Write)(rows);
    }

  private:
    const GpuState& gpus_;
};

} // namespace pdh_shim::source::linux
