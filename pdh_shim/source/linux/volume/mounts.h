// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

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

/// Whether the kernel alone answers for such a file system, out of memory or from a disk of this machine. All
/// others, unknown ones too, may depend on another machine or program, which may be gone.
[[nodiscard]] bool is_local_type(std::string_view type);

} // namespace pdh_shim::source::linux
