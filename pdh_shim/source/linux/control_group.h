// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/text/scanner.h"

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

/// Limit and use of the processors by a control group. Times in units of 100 ns.
struct CpuLimit {
    double cpus = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> processors; ///< that it may use, rising; null = all
    std::int64_t used = 0;
    std::int64_t user = 0;
    std::int64_t system = 0;
};

/// Path of this process in the hierarchy of a controller of version 1, or in that of version 2 (empty), from
/// /proc/self/cgroup; empty for its root, and where it cannot be seen.
[[nodiscard]] std::string_view parse_cgroup_path(std::string_view text, std::string_view controller = {});

/// Processors that a text of cpu.max (`quota period`) allows; none if it sets no limit.
[[nodiscard]] std::optional<double> parse_cpu_limit(std::string_view text);

/// The control group of this process, and the groups around it, of either version. Of memory that group
/// counts which can get the least, of the processors the one with the narrowest limit: by time or by a set of
/// processors.
class ControlGroup {
  public:
    explicit ControlGroup(FileSystem& files);

    /// Whether there is a hierarchy of memory or of processors at all.
    [[nodiscard]] bool is_there() const noexcept { return !memory_.groups.empty() || !cpu_.groups.empty(); }

    /// Has no limit if none of the groups has one.
    [[nodiscard]] MemoryLimit memory();
    /// @param online how many processors the machine has: a set of all of them is no limit
    [[nodiscard]] std::optional<CpuLimit> cpu(std::size_t online);

  private:
    struct Hierarchy {
        bool is_old = false;             // of version 1
        std::string root;                // a folder
        std::vector<std::string> groups; // paths below it, from the process's group to the root
    };

    [[nodiscard]] Hierarchy find(std::string_view controller);
    [[nodiscard]] MemoryLimit read_memory(const std::string& folder);
    [[nodiscard]] std::optional<double> read_cpus(const std::string& folder);
    struct ProcessorSet {
        std::vector<std::uint32_t> processors; // rising
        std::string group;                     // the outermost one with this set
    };

    [[nodiscard]] std::vector<std::uint32_t> read_set(const std::string& folder);
    [[nodiscard]] ProcessorSet find_set(std::size_t online);
    [[nodiscard]] std::optional<CpuLimit> read_use(const std::string& group, double cpus);
    [[nodiscard]] std::optional<std::string_view> read(const std::string& folder, std::string_view name);
    [[nodiscard]] std::int64_t read_number(const std::string& folder, std::string_view name);

    FileSystem& files_;
    FileBuffer buffer_;
    Hierarchy memory_;
    Hierarchy cpu_;
    Hierarchy cpuset_;
};

} // namespace pdh_shim::source::linux
