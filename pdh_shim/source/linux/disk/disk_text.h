// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
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

/// A line of mountinfo, or of /proc/mounts; blanks in the texts are escaped.
struct MountLine {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::string_view root;  ///< the part of the file system that is mounted
    std::string_view point; ///< where
    std::string_view type;
    std::string_view source;
};

void parse_mounts(std::string_view text, std::vector<MountLine>& mounts);

/// A line of the file `maps` of a process: a file that it has mapped, and the device of its file system.
struct MappedFile {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::string_view path;
};

/// None if a line is not about a file.
[[nodiscard]] std::optional<MappedFile> parse_mapped_file(std::string_view line);

/// Resolves the escapes (`\040` for a blank) of /proc/mounts, mountinfo and swaps.
[[nodiscard]] std::string unescaped(std::string_view text);

/// Another name than model::path_instance(), for paths that share theirs: each `_` of the path itself is
/// doubled.
[[nodiscard]] std::string distinct_path_instance(std::string_view path);

/// Whether the kernel alone answers for such a file system, out of memory or from a disk of this machine. Of
/// all others, also unknown ones, may depend on another machine or program, which may be gone.
[[nodiscard]] bool is_local_type(std::string_view type);

/// Whether a device is none that Windows calls a disk: a drive for CDs or floppies, or the part of a flash
/// chip that the machine starts from.
[[nodiscard]] bool is_no_disk(std::string_view name);

/// Whether a device is memory or a file that behaves like a disk.
[[nodiscard]] bool is_memory_disk(std::string_view name);

} // namespace pdh_shim::source::linux
