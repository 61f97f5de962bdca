// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/nvidia_clients.h"

#include "base/platform.h"
#include "source/linux/gpu/drm_text.h"
#include "source/linux/gpu/nvml.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

EngineUsage used_since(const EngineUsage& before, std::int64_t percent, std::int64_t elapsed_ns) noexcept {
    EngineUsage used;
    used.cycles = sum_of({before.cycles, elapsed_ns / 100 * percent});
    used.total_cycles = sum_of({before.total_cycles, elapsed_ns});
    return used;
}

/// `last`: the client before, or null.
std::vector<GpuEngine> engines_of(
    const NvidiaProcess& process, const GpuClient* last, std::int64_t elapsed_ns) {
    std::vector<GpuEngine> engines;
    for (std::size_t i = 0; i < nvidia_engines.size(); ++i) {
        const EngineUsage begin{.nanoseconds = unread, .cycles = 0, .total_cycles = 0};
        engines.push_back({std::string(nvidia_engines[i]),
            last == nullptr ? begin : used_since(last->engines[i].used, process.percent[i], elapsed_ns)});
    }
    return engines;
}

} // namespace

void add_adapters(std::span<const NvidiaGpu> gpus, std::vector<GpuAdapter>& adapters) {
    for (const NvidiaGpu& gpu : gpus) {
        if (const auto luid = parse_pci_address(gpu.pci_address)) {
            adapters.push_back({*luid, gpu.pci_address, 0, 0, {}, GpuMemory{gpu.used_bytes, unread}});
        }
    }
    std::ranges::sort(adapters, {}, &GpuAdapter::luid);
}

void add_clients(std::span<const NvidiaGpu> gpus, const GpuClients& before, std::int64_t elapsed_ns,
    FileSystem& files, GpuClients& clients) {
    FileBuffer buffer;
    for (const NvidiaGpu& gpu : gpus) {
        const auto luid = parse_pci_address(gpu.pci_address);
        for (const NvidiaProcess& process : gpu.processes) {
            const auto start = luid ? read_start_ticks(files, process.process, buffer) : std::nullopt;
            if (!start) {
                continue; // it has ended
            }
            const GpuClient* const known = find_client(before, *luid, process.process);
            const GpuClient* const last = known != nullptr && known->start_ticks == *start ? known : nullptr;
            clients.starts[process.process] = *start;
            clients.list.push_back({*luid, process.process, process.process, *start, {process.bytes, unread},
                engines_of(process, last, elapsed_ns)});
        }
    }
    keep_each_once(clients);
}

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
