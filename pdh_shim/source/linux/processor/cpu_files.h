// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/processor/cpu.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// What this machine shows of its frequencies: a set of `frequency_range` and so on.
[[nodiscard]] Inputs find_frequency_sources(FileSystem& files);

/// Reads the frequencies of CPUs, and adds up the work that they did at these.
class CpuFrequencies {
  public:
    explicit CpuFrequencies(CpuFiles& files) : files_(files) {}

    /// @param elapsed since the last sample
    void read(Cpu& cpu, Inputs needed, std::int64_t elapsed);

  private:
    void read_current(Cpu& cpu, Inputs needed, std::int64_t elapsed);
    void read_limit(Cpu& cpu);
    void find_nominal(Cpu& cpu);
    [[nodiscard]] std::optional<std::int64_t> cpuinfo_frequency();

    CpuFiles& files_;
    std::optional<std::int64_t> cpuinfo_khz_; // 0 = not reported
};

/// The classes of power states that this machine has: a set of `idle_c1` and so on.
[[nodiscard]] Inputs find_idle_sources(FileSystem& files);

/// Reads how long a CPU slept in each of its power states, and how often.
void read_idle_states(CpuFiles& files, Cpu& cpu, Inputs needed);

} // namespace pdh_shim::source::linux
