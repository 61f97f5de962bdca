// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/gpu/gpu_adapters.h"
#include "source/linux/gpu/gpu_clients.h"
#include "source/linux/gpu/nvml.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pdh_shim::source::linux {

/// Adds these GPUs. What they use of the machine's memory is not told.
void add_adapters(std::span<const NvidiaGpu> gpus, std::vector<GpuAdapter>& adapters);

/// Adds each process that uses one of these GPUs as a client of it. The driver measures only the percentage
/// in which engines worked for a process: it becomes cycles, as if the engines had worked so since `before`.
void add_clients(std::span<const NvidiaGpu> gpus, const GpuClients& before, std::int64_t elapsed_ns,
    FileSystem& files, GpuClients& clients);

} // namespace pdh_shim::source::linux
