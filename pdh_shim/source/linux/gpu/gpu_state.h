// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform.h"
#include "model/instance_writer.h"
#include "source/linux/gpu/gpu_adapters.h"
#include "source/linux/gpu/gpu_clients.h"
#include "source/linux/gpu/nvml.h"
#include "source/linux/kernel/kernel_files.h"

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {

/// ObjectTable::find for the objects of GPUs.
[[nodiscard]] Inputs find_gpus(FileSystem& files, Inputs wanted);

struct GpuEngineField {
    enum Index : std::uint8_t {
        busy_time, ///< divided by the number of engines of the class
        running_time,
        count
    };
};

struct GpuMemoryField {
    enum Index : std::uint8_t { dedicated, shared, committed, count };
};
using GpuMemoryValues = std::array<std::int64_t, GpuMemoryField::count>;

/// The GPUs as the five GPU objects show them, for one session: their memory, and what each process uses of
/// it and of their engines.
class GpuState {
  public:
    /// Lists the adapters of Windows' functions (platform::windows_adapters).
    using ListWindowsAdapters = std::function<std::vector<platform::WindowsAdapter>()>;

    GpuState(FileSystem& files, NvmlShare& nvml, ListWindowsAdapters windows_adapters = {})
        : files_(files), nvml_(nvml), windows_adapters_(std::move(windows_adapters)) {}

    /// Takes a sample. One that runs out of memory changes nothing.
    void update(std::int64_t time_100ns, Inputs needed);
    /// Whether the last sample could be taken. Nothing is written without one.
    [[nodiscard]] bool readable() const noexcept { return readable_; }

    /// `pid_N_luid_..._phys_0_eng_N_engtype_X`
    void write_engines(model::InstanceWriter& instances) const;
    /// `pid_N_luid_..._phys_0`
    void write_processes(model::InstanceWriter& instances) const;
    /// `luid_..._phys_0`
    void write_adapters(model::InstanceWriter& instances) const;
    /// `luid_..._phys_0_part_0`
    void write_partitions(model::InstanceWriter& instances) const;

  private:
    void write_memory(model::InstanceWriter& instances, std::u16string_view suffix) const;
    /// A process's share of a GPU.
    struct Share {
        std::int64_t process = 0;
        std::int64_t start_ticks = 0;
        std::int64_t luid = 0;

        // clang-tidy takes the 0 that the result is compared with for a pointer.
        // NOLINTNEXTLINE(modernize-use-nullptr)
        friend auto operator<=>(const Share&, const Share&) = default;
    };
    struct EngineKey {
        Share share;
        std::string name; // of the class of engines

        // NOLINTNEXTLINE(modernize-use-nullptr)
        friend auto operator<=>(const EngineKey&, const EngineKey&) = default;
    };
    /// What a process used of the engines of one class. It stays until the process ends, so that it never
    /// falls.
    struct EngineTime {
        std::int64_t busy_ns = 0;
        std::int64_t running_ns = 0; // or `unread`
    };
    using EngineTimes = std::map<EngineKey, EngineTime>;

    [[nodiscard]] std::vector<GpuAdapter> list_adapters();
    [[nodiscard]] std::vector<NvidiaGpu> read_nvidia();
    [[nodiscard]] EngineTimes lasting_times(
        const std::vector<GpuAdapter>& adapters, const GpuClients& clients);
    void add(
        const GpuClient& client, const GpuEngine& engine, std::int64_t elapsed_ns, EngineTimes& times) const;
    [[nodiscard]] const EngineUsage* find_last(const GpuClient& client, const GpuEngine& engine) const;

    FileSystem& files_;
    NvmlShare& nvml_;
    ListWindowsAdapters windows_adapters_;
    std::vector<std::int64_t> own_luids_; // of the adapters that Windows' ones were listed for
    std::vector<platform::WindowsAdapter> windows_;
    std::vector<std::uint64_t> nvml_seen_;
    FileBuffer buffer_;
    bool readable_ = false;
    std::int64_t time_ = 0; // of the last look at the clients
    std::vector<GpuAdapter> adapters_;
    GpuClients clients_;
    EngineTimes times_;
};

} // namespace pdh_shim::source::linux
