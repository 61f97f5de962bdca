// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The functions and structures are those that NVIDIA documents for its library (NVML API reference). Their
// names end with the version of their structures, which never changes.
#include "source/linux/gpu/nvml.h"

#include <algorithm>
#include <cstddef>
#include <dlfcn.h>
#include <optional>

namespace pdh_shim::source::linux {
namespace {

using NvmlDevice = void*;

enum class NvmlReturn : int { success = 0, not_found = 6, insufficient_size = 7 };

struct NvmlPciInfo {
    std::array<char, 16> older_bus_id;
    unsigned domain;
    unsigned bus;
    unsigned device;
    unsigned device_id;
    unsigned subsystem_id;
    std::array<char, 32> bus_id; // `00000000:01:00.0`
};

struct NvmlMemory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

struct NvmlMemoryV2 {
    unsigned version = sizeof(NvmlMemoryV2) | (2U << 24U);
    unsigned long long total = 0;
    unsigned long long reserved = 0; // by the driver and the firmware; not counted in `used`
    unsigned long long free = 0;
    unsigned long long used = 0;
};

struct NvmlProcess {
    unsigned process;
    unsigned long long used_bytes;
    unsigned gpu_instance;
    unsigned compute_instance;
};

struct NvmlSample {
    unsigned process;
    unsigned long long time; // microseconds
    unsigned sm_percent;
    unsigned memory_percent;
    unsigned encoder_percent;
    unsigned decoder_percent;
};

struct NvmlFunctions {
    NvmlReturn (*init)();
    NvmlReturn (*shutdown)();
    NvmlReturn (*device_count)(unsigned* count);
    NvmlReturn (*device)(unsigned index, NvmlDevice* device);
    NvmlReturn (*pci_info)(NvmlDevice device, NvmlPciInfo* info);
    NvmlReturn (*memory_info)(NvmlDevice device, NvmlMemory* memory);
    NvmlReturn (*memory_info_v2)(NvmlDevice device, NvmlMemoryV2* memory); // null before driver 510
    NvmlReturn (*compute_processes)(NvmlDevice device, unsigned* count, NvmlProcess* processes);
    NvmlReturn (*graphics_processes)(NvmlDevice device, unsigned* count, NvmlProcess* processes);
    NvmlReturn (*utilization)(
        NvmlDevice device, NvmlSample* samples, unsigned* count, unsigned long long since);
};

/// A function of any type, by its address.
struct AnyFunction {
    void* address;

    template <class Function>
    operator Function*() const noexcept { // converts to the type of the member that it initializes
        return reinterpret_cast<Function*>(address);
    }
};

/// None if the library lacks one that every driver has.
std::optional<NvmlFunctions> functions_of(void* library) {
    bool has_all = true;
    const auto find = [library, &has_all](const char* name) {
        const AnyFunction function{dlsym(library, name)};
        has_all = has_all && function.address != nullptr;
        return function;
    };
    const NvmlFunctions functions{
        .init = find("nvmlInit_v2"),
        .shutdown = find("nvmlShutdown"),
        .device_count = find("nvmlDeviceGetCount_v2"),
        .device = find("nvmlDeviceGetHandleByIndex_v2"),
        .pci_info = find("nvmlDeviceGetPciInfo_v3"),
        .memory_info = find("nvmlDeviceGetMemoryInfo"),
        .memory_info_v2 = AnyFunction{dlsym(library, "nvmlDeviceGetMemoryInfo_v2")},
        .compute_processes = find("nvmlDeviceGetComputeRunningProcesses_v3"),
        .graphics_processes = find("nvmlDeviceGetGraphicsRunningProcesses_v3"),
        .utilization = find("nvmlDeviceGetProcessUtilization"),
    };
    return has_all ? std::optional(functions) : std::nullopt;
}

/// Calls a function that fills a list, with more room as long as it asks for it; empty if it fails.
template <class Item, class Fill>
std::vector<Item> filled(const Fill& fill) {
    constexpr unsigned first_room = 64;
    constexpr unsigned most_room = 1U << 16U;
    std::vector<Item> items(first_room);
    while (true) {
        auto count = static_cast<unsigned>(items.size());
        const NvmlReturn result = fill(items.data(), &count);
        if (result == NvmlReturn::success) {
            items.resize(std::min<std::size_t>(count, items.size()));
            return items;
        }
        if (result != NvmlReturn::insufficient_size || items.size() >= most_room) {
            return {};
        }
        items.resize(std::min(most_room, std::max(count, 2 * static_cast<unsigned>(items.size()))));
    }
}

std::int64_t bytes_of(unsigned long long bytes) noexcept {
    // All bits set: the driver does not know.
    return bytes <= static_cast<unsigned long long>(number_max) ? static_cast<std::int64_t>(bytes) : unread;
}

NvidiaProcess& process_in(NvidiaGpu& gpu, unsigned id) {
    auto& processes = gpu.processes;
    const auto place = std::ranges::lower_bound(processes, id, {}, &NvidiaProcess::process);
    if (place != processes.end() && place->process == id) {
        return *place;
    }
    return *processes.insert(place, NvidiaProcess{.process = id});
}

class NvmlLibrary final : public Nvml {
  public:
    NvmlLibrary(void* library, const NvmlFunctions& functions) : library_(library), call_(functions) {}
    ~NvmlLibrary() override {
        call_.shutdown();
        dlclose(library_);
    }

    std::vector<NvidiaGpu> read(std::vector<std::uint64_t>& seen) override;

  private:
    std::int64_t read_used_bytes(NvmlDevice device) const;
    void read_processes(NvmlDevice device, NvidiaGpu& gpu) const;
    void read_utilization(NvmlDevice device, NvidiaGpu& gpu, std::uint64_t& seen) const;

    void* library_;
    NvmlFunctions call_;
};

std::vector<NvidiaGpu> NvmlLibrary::read(std::vector<std::uint64_t>& seen) {
    std::vector<NvidiaGpu> gpus;
    unsigned count = 0;
    if (call_.device_count(&count) != NvmlReturn::success) {
        return gpus;
    }
    seen.resize(std::max<std::size_t>(seen.size(), count));
    for (unsigned i = 0; i < count; ++i) {
        NvmlDevice device = nullptr;
        NvmlPciInfo info{};
        if (call_.device(i, &device) != NvmlReturn::success ||
            call_.pci_info(device, &info) != NvmlReturn::success) {
            continue; // it cannot be used, or was taken out
        }
        NvidiaGpu& gpu = gpus.emplace_back();
        gpu.pci_address.assign(info.bus_id.begin(), std::ranges::find(info.bus_id, '\0'));
        gpu.used_bytes = read_used_bytes(device);
        read_processes(device, gpu);
        read_utilization(device, gpu, seen[i]);
    }
    return gpus;
}

/// The first version counts what is reserved as used, 600 MB of an H200; nvidia-smi shows the second.
std::int64_t NvmlLibrary::read_used_bytes(NvmlDevice device) const {
    NvmlMemoryV2 memory;
    if (call_.memory_info_v2 != nullptr && call_.memory_info_v2(device, &memory) == NvmlReturn::success) {
        return bytes_of(memory.used);
    }
    NvmlMemory older{};
    return call_.memory_info(device, &older) == NvmlReturn::success ? bytes_of(older.used) : unread;
}

/// A process that draws and computes is in both lists, with the same memory.
void NvmlLibrary::read_processes(NvmlDevice device, NvidiaGpu& gpu) const {
    for (const auto list : {call_.compute_processes, call_.graphics_processes}) {
        const auto processes = filled<NvmlProcess>(
            [&](NvmlProcess* room, unsigned* count) { return list(device, count, room); });
        for (const NvmlProcess& process : processes) {
            process_in(gpu, process.process).bytes = bytes_of(process.used_bytes);
        }
    }
}

void NvmlLibrary::read_utilization(NvmlDevice device, NvidiaGpu& gpu, std::uint64_t& seen) const {
    const std::uint64_t since = seen;
    auto samples = filled<NvmlSample>(
        [&](NvmlSample* room, unsigned* count) { return call_.utilization(device, room, count, since); });
    std::ranges::sort(samples, {}, &NvmlSample::time);
    for (const NvmlSample& sample : samples) { // the newest of a process last
        if (sample.time <= since) {
            continue;
        }
        seen = std::max<std::uint64_t>(seen, sample.time);
        const auto percent = [](unsigned value) -> std::int64_t { return std::min(value, 100U); };
        process_in(gpu, sample.process).percent = {
            percent(sample.sm_percent), percent(sample.encoder_percent), percent(sample.decoder_percent)};
    }
}

} // namespace

std::unique_ptr<Nvml> open_nvml() {
    void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return nullptr;
    }
    const auto functions = functions_of(library);
    if (!functions || functions->init() != NvmlReturn::success) {
        dlclose(library);
        return nullptr;
    }
    return std::make_unique<NvmlLibrary>(library, *functions);
}

} // namespace pdh_shim::source::linux
