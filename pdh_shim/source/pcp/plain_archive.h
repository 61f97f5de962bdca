// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/input_limits.h"
#include "base/platform/posix/descriptor.h"
#include "source/pcp/private_folder.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

/// What is left of the limits for the archives of one name together.
struct ArchiveBudget {
    std::uint64_t disk = disk_limit();           ///< bytes that may be decompressed
    std::uint64_t metadata = memory_limit() / 8; ///< libpcp keeps it in memory, in several times its size
};

/// An archive as libpcp gets it: in a private folder, with plain files only that cannot vanish. For
/// compressed files libpcp would start programs by PATH, which also fails where the program reaps its
/// children, or decompress them into memory as a whole; where a volume was compressed or removed after the
/// archive was opened, it would skip it silently, or crash. So compressed files are decompressed into the
/// folder, and the others are links there to descriptors, for as many as the library may keep; beyond these,
/// to their names. A child of fork() makes a folder of its own.
class PlainArchive {
  public:
    /// @param name without suffixes
    explicit PlainArchive(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// The name for libpcp, in this process.
    /// @param budget what it takes is taken off
    /// @retval log_file_open_error    it exceeds the limits of base/input_limits.h, or is compressed in
    /// another
    ///                                way than gzip, xz, zstd and bzip2
    /// @retval unable_read_log_header its compressed data is damaged
    [[nodiscard]] Result<std::string, Failure> plain_name(ArchiveBudget& budget);

  private:
    /// The files that libpcp reads.
    struct HeldFiles {
        std::unique_ptr<PrivateFolder> folder; // null if none can be made, or there are no files
        std::vector<platform::KeptDescriptor> plain;
    };

    [[nodiscard]] Result<std::shared_ptr<const HeldFiles>, Failure> hold(ArchiveBudget& budget) const;

    std::string name_;
    std::shared_ptr<const HeldFiles> files_;
};

} // namespace pdh_shim::source::pcp
