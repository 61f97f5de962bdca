// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/processor/cpu_files.h"

#include <cstdint>
#include <optional>

namespace pdh_shim::source::linux {

/// What this machine tells of its frequencies: a set of `frequency_range` and so on.
[[nodiscard]] Needs find_frequency_sources(FileSystem& files);

/// Reads the frequencies of CPUs, and adds up the work that they did at these.
class CpuFrequencies {
  public:
    explicit CpuFrequencies(CpuFiles& files) : files_(files) {}

    /// @param elapsed since the last sample
    void read(Cpu& cpu, Needs needed, std::int64_t elapsed);

  private:
    void read_current(Cpu& cpu, Needs needed, std::int64_t elapsed);
    void read_limit(Cpu& cpu);
    void find_nominal(Cpu& cpu);
    [[nodiscard]] std::optional<std::int64_t> cpuinfo_frequency();

    CpuFiles& files_;
    std::optional<std::int64_t> cpuinfo_khz_; // 0 = not reported
};

} // namespace pdh_shim::source::linux
