// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace pdh_shim::source::linux {

/// Whether an entry of a control group's folder is one of the kernel's files there, by its name alone; the
/// others are groups, or files without a controller's name. A group that bears such a name is not seen.
[[nodiscard]] constexpr bool is_group_file(std::string_view name) noexcept {
    constexpr auto controllers = std::to_array<std::string_view>({"cgroup.", "cpu.", "cpuacct.", "cpuset.",
        "memory.", "io.", "pids.", "rdma.", "misc.", "dmem.", "hugetlb.", "irq.", "blkio.", "devices.",
        "freezer.", "net_cls.", "net_prio.", "perf_event.", "debug."});
    return std::ranges::any_of(
        controllers, [name](std::string_view controller) { return name.starts_with(controller); });
}

} // namespace pdh_shim::source::linux
