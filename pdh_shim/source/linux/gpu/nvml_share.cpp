// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "source/linux/gpu/nvml.h"

namespace pdh_shim::source::linux {

NvmlShare::~NvmlShare() {
    if (owner_ != fork_epoch()) {
        static_cast<void>(owned_.release()); // to close it would disturb the parent's
    }
}

Nvml* NvmlShare::get() {
    const std::uint32_t epoch = fork_epoch();
    if (!is_asked_.exchange(true)) {
        owner_ = epoch;
        owned_ = open_ ? open_() : nullptr;
        ready_.store(owned_.get(), std::memory_order_release);
    }
    Nvml* const ready = ready_.load(std::memory_order_acquire);
    return ready != nullptr && owner_ == epoch ? ready : nullptr;
}

} // namespace pdh_shim::source::linux
