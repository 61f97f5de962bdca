// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The counts of a line of /proc/diskstats. Sectors are 512 bytes for every device.
struct DiskCount {
    enum Index : std::uint8_t {
        reads,
        reads_merged,
        sectors_read,
        read_ms,
        writes,
        writes_merged,
        sectors_written,
        write_ms,
        in_flight,
        busy_ms,
        weighted_ms,
        count
    };
};
using DiskCounts = std::array<std::int64_t, DiskCount::count>;

struct DiskLine {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::string_view name;
    DiskCounts counts{};
};

void parse_diskstats(std::string_view text, std::vector<DiskLine>& disks);

/// Whether Windows does not list such a device as a disk: a drive for CDs or floppies, or the part of a flash
/// chip that the machine starts from.
[[nodiscard]] bool is_no_disk(std::string_view name);

/// Whether a device is memory or a file that behaves like a disk.
[[nodiscard]] bool is_memory_disk(std::string_view name);

} // namespace pdh_shim::source::linux
