#pragma once

#include "base/file.h"
#include "source/linux/memory.h"
#include "source/linux/processor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// Path of this process in the hierarchy of version 2, from /proc/self/cgroup; empty for its root, and where
/// it cannot be seen.
[[nodiscard]] std::string_view parse_cgroup_path(std::string_view text);

/// Processors that a text of cpu.max (`quota period`) allows; none if it sets no limit.
[[nodiscard]] std::optional<double> parse_cpu_limit(std::string_view text);

/// The control group that this process is in, and those that it lies in: the narrowest limit counts.
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
