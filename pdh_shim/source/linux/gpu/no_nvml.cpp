// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/nvml.h"

namespace pdh_shim::source::linux {

std::unique_ptr<Nvml> open_nvml() {
    return nullptr; // programs of Windows do not load libraries of Linux
}

} // namespace pdh_shim::source::linux
