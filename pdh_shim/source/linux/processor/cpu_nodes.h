// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/kernel/number_text.h"
#include "source/linux/processor/cpu.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

/// A NUMA node with a CPU that is online.
struct CpuNode {
    std::uint32_t number = 0;
    std::u16string total_name; // "node,_Total"
    RunningTotal<CpuField::count> total;
    CpuValues values{};
};

/// The NUMA nodes, and which CPU is which in its node, as Processor Information shows them.
class CpuNodes {
  public:
    explicit CpuNodes(FileSystem& files) : files_(files) {}

    /// Looks which CPUs each node has, unless it is known.
    void find(std::span<Cpu> cpus);
    /// Lets it be looked for again: other CPUs are online.
    void forget() noexcept { known_ = false; }
    void sum_up(std::span<const Cpu> cpus, std::int64_t time);

    [[nodiscard]] std::span<const CpuNode> all() const noexcept { return nodes_; }

  private:
    void find_members(std::uint32_t node, std::span<Cpu> cpus);
    void name(std::span<Cpu> cpus);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<CpuNode> nodes_;
    bool known_ = false; // for the CPUs that are online now
};

} // namespace pdh_shim::source::linux
