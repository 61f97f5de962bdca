// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// The times of a line `cpuN` of /proc/stat. Those of guests are contained in user and nice.
struct CpuTick {
    enum Index : std::uint8_t { user, nice, system, idle, iowait, irq, softirq, steal, count };
};
using CpuTicks = std::array<std::int64_t, CpuTick::count>;

struct CpuLine {
    std::uint32_t number = 0;
    CpuTicks ticks{};
};

/// The used part of /proc/stat. It shows the CPUs that are online.
struct StatText {
    std::vector<CpuLine> cpus;
    std::int64_t interrupts = unread;
    std::int64_t context_switches = unread;
    std::int64_t running = unread;
    std::int64_t softirqs = unread;
};

void parse_stat(std::string_view text, StatText& stat);

/// A table with a column for each CPU (/proc/interrupts, /proc/softirqs), summed up as the kernel's totals
/// (`intr` and `softirq` of /proc/stat) are.
struct CpuTable {
    std::vector<std::uint32_t> columns; ///< number of the CPU that each column belongs to
    std::vector<std::int64_t> row;
    std::vector<std::int64_t> sums; ///< by column
    std::size_t rows = 0;           ///< that were added up

    /// The sum of the column of a CPU, or `unread`.
    [[nodiscard]] std::int64_t sum(std::uint32_t cpu) const noexcept;
};

/// Which rows of a table are added up: those that the kernel's totals have, or those of the CPUs' own clocks.
enum class TableRows : std::uint8_t { totalled, clocks };

void parse_cpu_table(std::string_view text, CpuTable& table, TableRows rows = TableRows::totalled);

/// First `cpu MHz` of /proc/cpuinfo, in kHz.
[[nodiscard]] std::optional<std::int64_t> parse_cpuinfo_frequency(std::string_view text);

/// The depth of a cpuidle state in Windows' terms: 1, 2, 3 for C3 and deeper, 0 for polling. A state that
/// is not called after a C state has the depth of its position among those that do not poll, from 1.
[[nodiscard]] int idle_class(std::string_view name, std::int64_t position);

} // namespace pdh_shim::source::linux
