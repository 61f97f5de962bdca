// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/kernel/scanner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// What a control group says of its memory, by a line of its memory.stat; `unread` = not known. Sizes are in
/// bytes.
struct MemoryStat {
    enum Index : std::uint8_t {
        inactive_file, // part of what is used that is given back at need
        faults,
        major_faults,
        swapped_in, // pages
        swapped_out,
        file, // cached, shared memory included
        shared,
        reclaimable, // by the kernel
        unreclaimable,
        stacks,
        page_tables,
        dirty,
        count
    };
};
using MemoryStats = std::array<std::int64_t, MemoryStat::count>;

/// Limit and use of memory of a control group, in bytes; `unread` = no limit, or not known.
struct MemoryLimit {
    MemoryLimit() { stats.fill(unread); }

    std::int64_t limit = unread;
    std::int64_t used = unread;
    MemoryStats stats{}; ///< counts are those of the innermost group with a limit, so that they do not leap

    /// What the group can still get, or `unread`.
    [[nodiscard]] std::int64_t obtainable() const noexcept;
};

/// Limit and use of the processors by a control group. Times in units of 100 ns; `unread` = not known.
struct CpuLimit {
    double cpus = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> processors; ///< that it may use, rising; null = all
    std::int64_t used = unread;
    std::int64_t user = unread;
    std::int64_t system = unread;
};

/// Limit and use of swap by a control group, in bytes; `unread` = no limit, or not known.
struct SwapLimit {
    std::int64_t limit = unread;
    std::int64_t used = unread;
};

/// The processes and threads of a control group and the groups in it; `unread` = not known.
struct TaskCounts {
    std::int64_t processes = unread;
    std::int64_t threads = unread;
};

/// What a collect has of the control group that replaces the machine.
struct GroupSample {
    MemoryLimit memory;
    CpuLimit cpu;
    SwapLimit swap;   ///< if /proc/swaps is needed
    TaskCounts tasks; ///< if processes or threads are counted
};

/// Path of this process in the hierarchy of a controller of version 1, or in that of version 2 (empty), from
/// /proc/self/cgroup; empty for its root, and where it cannot be seen.
[[nodiscard]] std::string_view parse_cgroup_path(std::string_view text, std::string_view controller = {});

/// Processors that a text of cpu.max (`quota period`) allows; none if it sets no limit.
[[nodiscard]] std::optional<double> parse_cpu_limit(std::string_view text);

/// The control group of this process, and the groups around it, of either version. One that has a limit of
/// memory, of processor time, or of the processors that it may use is a machine of its own: that is the
/// innermost one, and of its memory, its processors and its swap the narrowest limit of all groups counts.
class ControlGroup {
  public:
    explicit ControlGroup(FileSystem& files);

    /// Whether there is a hierarchy of memory or of processors at all.
    [[nodiscard]] bool is_there() const noexcept {
        return !memory_.groups.empty() || !cpu_.groups.empty() || !cpuset_.groups.empty();
    }

    /// Looks for limits, before the rest is asked in a collect.
    /// @param online how many processors the machine has: a set of all of them does not limit
    /// @return whether one of the groups has a limit
    [[nodiscard]] bool find_limits(std::size_t online);

    /// Of the group that can get the least; without a limit of memory, what the limited group uses.
    [[nodiscard]] MemoryLimit memory();
    /// Of the group with the narrowest limit by time or by a set of processors; without one, what the limited
    /// group uses of all processors.
    [[nodiscard]] CpuLimit cpu();
    [[nodiscard]] SwapLimit swap();
    [[nodiscard]] TaskCounts tasks();

  private:
    struct Hierarchy {
        bool is_old = false;             // of version 1
        std::string root;                // a folder
        std::vector<std::string> groups; // paths below it, from the process's group to the root
    };
    struct ProcessorSet {
        std::vector<std::uint32_t> processors; // rising
        std::string group;                     // the outermost one with this set
    };

    [[nodiscard]] Hierarchy find(std::string_view controller);
    void take_limited(const Hierarchy& hierarchy, const std::string& group);
    [[nodiscard]] std::optional<std::string> limited_folder(const Hierarchy& hierarchy) const;
    [[nodiscard]] std::int64_t read_memory_limit(const std::string& folder);
    void read_memory_use(const std::string& folder, MemoryLimit& found);
    [[nodiscard]] std::optional<double> read_cpus(const std::string& folder);
    [[nodiscard]] std::vector<std::uint32_t> read_set(const std::string& folder);
    [[nodiscard]] ProcessorSet find_set(std::size_t online);
    void read_use(const std::string& group, CpuLimit& found);
    [[nodiscard]] SwapLimit read_swap(const std::string& folder, std::int64_t memory_limit);
    [[nodiscard]] std::int64_t count_tasks(const std::string& folder, std::string_view file);
    [[nodiscard]] bool may_have_groups(const std::string& folder);
    [[nodiscard]] std::optional<std::string_view> read(const std::string& folder, std::string_view name);
    [[nodiscard]] std::int64_t read_number(const std::string& folder, std::string_view name);

    FileSystem& files_;
    FileBuffer buffer_;
    Hierarchy memory_;
    Hierarchy cpu_;
    Hierarchy cpuset_;
    // Of the present collect:
    std::size_t online_ = 0;
    std::vector<std::int64_t> memory_limits_; // of the groups of memory_
    ProcessorSet set_;
    std::optional<double> narrowest_;       // processors
    std::string narrowest_group_;           // that may use no more of them
    const Hierarchy* limited_in_ = nullptr; // where the limited group was found; null = there is none
    std::string limited_group_;
};

} // namespace pdh_shim::source::linux
