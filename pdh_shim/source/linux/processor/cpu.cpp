// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu.h"

namespace pdh_shim::source::linux {

void Cpu::release() noexcept {
    current_frequency.release();
    frequency_limit.release();
    if (!idle_states) {
        return;
    }
    for (IdleState& state : *idle_states) {
        state.time.file.release();
        state.usage.file.release();
    }
}

} // namespace pdh_shim::source::linux
