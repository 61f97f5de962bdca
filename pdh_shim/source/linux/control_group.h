#pragma once

#include "base/file.h"
#include "source/linux/text/scanner.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// Limit and use of memory of a control group, in bytes; `unread` = no limit, or not known.
struct MemoryLimit {
    std::int64_t limit = unread;
    std::int64_t used = unread;
    std::int64_t inactive_file = unread; ///< part of `used` that is given back at need
};

/// Limit and use of the processors by a control group. Times in units of 100 ns.
struct CpuLimit {
    double cpus = 0;
    std::int64_t used = 0;
    std::int64_t user = 0;
    std::int64_t system = 0;
};

/// Path of this process in the hierarchy of version 2, from /proc/self/cgroup; empty for its root, and where
/// it cannot be seen.
[[nodiscard]] std::string_view parse_cgroup_path(std::string_view text);

/// Processors that a text of cpu.max (`quota period`) allows; none if it sets no limit.
[[nodiscard]] std::optional<double> parse_cpu_limit(std::string_view text);

/// The control group of this process, and the groups around it: the narrowest limit counts.
class ControlGroup {
  public:
    explicit ControlGroup(FileSystem& files);

    /// Has no limit if none of the groups has one.
    [[nodiscard]] MemoryLimit memory();
    [[nodiscard]] std::optional<CpuLimit> cpu();

  private:
    [[nodiscard]] std::optional<std::string_view> read(const std::string& folder, std::string_view name);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<std::string> folders_; // from the process's group to the root
};

} // namespace pdh_shim::source::linux
