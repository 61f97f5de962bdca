// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "base/platform.h"
#include "source/linux/kernel/scanner.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// Bytes that a GPU uses.
struct GpuMemory {
    std::int64_t dedicated = unread; ///< of its own memory
    std::int64_t shared = unread;    ///< of the machine's
};

/// A GPU whose driver writes into fdinfo files what programs use of it.
struct GpuAdapter {
    std::int64_t luid = 0;    ///< made from its address on PCI, or from its number where it has none
    std::string pci_address;  ///< empty if it has none
    std::uint32_t vendor = 0; ///< its numbers on PCI; 0 if it has none
    std::uint32_t device = 0;
    std::vector<std::string> devices; ///< by which programs open it: `card0`, `renderD128`
    std::optional<GpuMemory> memory;  ///< if its driver shows it
};

/// In the order of their luids; empty on a machine without them.
[[nodiscard]] std::vector<GpuAdapter> list_gpu_adapters(FileSystem& files);

/// Gives each GPU the luid of the one adapter of Windows that has its numbers on PCI, and of those left over
/// one the luid of one whose numbers are not known. GPUs that cannot be told apart keep their own luids, and
/// so do all if two would have the same. They are in the order of their luids.
void take_luids(std::span<const platform::WindowsAdapter> windows, std::vector<GpuAdapter>& adapters);

/// For GpuAdapter::memory; none if the driver does not show it.
[[nodiscard]] std::optional<GpuMemory> read_gpu_memory(
    FileSystem& files, const GpuAdapter& adapter, FileBuffer& buffer);

/// The one that a program uses through a descriptor; null if none of these.
[[nodiscard]] const GpuAdapter* find_adapter(
    const std::vector<GpuAdapter>& adapters, std::string_view pci_address, std::string_view device) noexcept;

} // namespace pdh_shim::source::linux
