// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/processor/cpu.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

/// The folder that sysfs has of a CPU.
[[nodiscard]] std::string folder_of_cpu(std::int64_t number);

/// Reads the files of CPUs below /sys, and keeps open as many as a session may.
class CpuFiles {
  public:
    explicit CpuFiles(FileSystem& files) : files_(files) {}

    /// Begins a sample: the first files that are read again in it are kept open.
    void begin() noexcept { kept_ = 0; }
    /// The number that a file contains, or `unread`.
    [[nodiscard]] std::int64_t read_number(const std::string& path);
    /// As read_number(), for a file that each sample reads.
    [[nodiscard]] std::int64_t read_again(KeptFile& file, const std::string& path);

    [[nodiscard]] FileSystem& system() noexcept { return files_; }
    [[nodiscard]] FileBuffer& buffer() noexcept { return buffer_; }

  private:
    FileSystem& files_;
    FileBuffer buffer_;
    std::size_t kept_ = 0; // that this sample has read
};

} // namespace pdh_shim::source::linux
