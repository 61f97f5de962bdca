// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/gpu/drm_text.h"
#include "source/linux/gpu/gpu_adapters.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

struct GpuEngine {
    std::string name; ///< of a class
    EngineUsage used;
};

/// A program's use of a GPU: an open file of DRM, however many descriptors and processes share it.
struct GpuClient {
    std::int64_t luid = 0; ///< of the GPU
    std::int64_t id = 0;
    std::int64_t process = 0;     ///< of those that share it, the one with the lowest number
    std::int64_t start_ticks = 0; ///< when the process was started
    GpuMemory memory;
    std::vector<GpuEngine> engines;
};

/// A process without a descriptor of a GPU. It is looked at again when it has more or fewer of
/// them, and after some time.
struct QuietProcess {
    std::int64_t process = 0;
    std::uint64_t descriptors = 0; ///< how many
    std::int64_t until = 0;        ///< when it is looked at again
};

/// The clients of GPUs at one time. Whatever ends meanwhile is left out.
struct GpuClients {
    std::vector<GpuClient> list;                 ///< by luid and id
    std::map<std::int64_t, std::int64_t> starts; ///< of the processes that are clients: when each was started
    std::vector<QuietProcess> quiet;             ///< by number
    bool whole = true;                           ///< no process hid its descriptors
};

/// Reads the fdinfo files of the descriptors that lead to these GPUs, for which the descriptors of all
/// processes have to be looked at, but for those that were quiet `before`. A program without privileges may
/// look at those of its own user only. None if the processes cannot be listed.
[[nodiscard]] std::optional<GpuClients> read_gpu_clients(FileSystem& files,
    const std::vector<GpuAdapter>& adapters, const GpuClients& before, std::int64_t time_100ns);

/// The client of a GPU, or null.
[[nodiscard]] const GpuClient* find_client(
    const GpuClients& clients, std::int64_t luid, std::int64_t id) noexcept;

/// Puts the clients in the order of the list, each once: of several processes, the first stays.
void keep_each_once(GpuClients& clients);

/// When a process was started; empty without a process of this number.
[[nodiscard]] std::optional<std::int64_t> read_start_ticks(
    FileSystem& files, std::int64_t process, FileBuffer& buffer);

} // namespace pdh_shim::source::linux
