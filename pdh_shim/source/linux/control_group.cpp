// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/control_group.h"

#include "base/clock.h"
#include "source/linux/text/cpu_text.h"
#include "source/linux/text/named_values.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view mounts = "/sys/fs/cgroup";
constexpr auto unified_roots = std::to_array<std::string_view>({"/sys/fs/cgroup", "/sys/fs/cgroup/unified"});

constexpr std::array<std::string_view, MemoryStat::count> stat_names{"inactive_file", "pgfault", "pgmajfault",
    "pswpin", "pswpout", "file", "shmem", "slab_reclaimable", "slab_unreclaimable", "kernel_stack",
    "pagetables", "file_dirty"};
/// Version 1 counts the groups below in other lines, and nothing of what it has no name for here.
constexpr std::array<std::string_view, MemoryStat::count> old_stat_names{"total_inactive_file",
    "total_pgfault", "total_pgmajfault", "-", "-", "total_cache", "total_shmem", "-", "-", "-", "-",
    "total_dirty"};

/// Whether a list such as `cpu,cpuacct` has a name.
bool contains(std::string_view list, std::string_view name) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (list.substr(0, end) == name) {
            return true;
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

/// A limit or use in bytes; `unread` for `max` and for what version 1 writes for it.
std::int64_t bytes_of(std::optional<std::string_view> text) {
    const auto bytes = text ? whole_number(*text) : std::nullopt;
    return bytes && *bytes < number_max ? *bytes : unread;
}

} // namespace

std::int64_t MemoryLimit::obtainable() const noexcept {
    if (limit == unread || used == unread) {
        return unread;
    }
    const std::int64_t inactive = stats[MemoryStat::inactive_file];
    const std::int64_t given_back = inactive == unread ? 0 : inactive;
    return std::min(sum_of({difference(limit, used), given_back}), limit);
}

std::string_view parse_cgroup_path(std::string_view text, std::string_view controller) {
    Scanner lines(text);
    while (!lines.at_end()) {
        const std::string_view line = lines.line();
        const std::size_t names = std::min(line.find(':'), line.size());
        const std::size_t colon = line.find(':', names + 1);
        if (colon == std::string_view::npos) {
            continue;
        }
        const std::string_view list = line.substr(names + 1, colon - names - 1);
        if (controller.empty() ? list.empty() : contains(list, controller)) {
            const std::string_view path = line.substr(colon + 1);
            // A group outside of what this process sees is shown with `..`.
            const bool inside = path.starts_with('/') && path.find("/..") == std::string_view::npos;
            return inside && path != "/" ? path : std::string_view{};
        }
    }
    return {};
}

std::optional<double> parse_cpu_limit(std::string_view text) {
    Scanner scanner(text);
    const auto quota = scanner.number();
    const auto period = scanner.number();
    if (!quota || !period || *quota <= 0 || *period <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(*quota) / static_cast<double>(*period);
}

ControlGroup::ControlGroup(FileSystem& files)
    : files_(files), memory_(find("memory")), cpu_(find("cpu")), cpuset_(find("cpuset")) {}

/// Each controller is in one hierarchy: in its own of version 1, or in the common one of version 2.
ControlGroup::Hierarchy ControlGroup::find(std::string_view controller) {
    Hierarchy found;
    const std::string old = std::string(mounts) + '/' + std::string(controller);
    found.is_old = files_.info(old + "/tasks").has_value();
    if (found.is_old) {
        found.root = old;
    } else {
        const auto* const root = std::ranges::find_if(unified_roots, [this](std::string_view folder) {
            return files_.info(std::string(folder) + "/cgroup.controllers").has_value();
        });
        if (root == unified_roots.end()) {
            return found;
        }
        found.root = *root;
    }
    std::string group;
    if (const auto text = files_.read("/proc/self/cgroup", buffer_)) {
        group = parse_cgroup_path(text.value(), found.is_old ? controller : std::string_view{});
    }
    // In a container the path may be one of the host: then only its end, the root, is there.
    for (; !group.empty(); group.resize(group.rfind('/'))) {
        found.groups.push_back(group);
    }
    found.groups.emplace_back();
    return found;
}

std::optional<std::string_view> ControlGroup::read(const std::string& folder, std::string_view name) {
    const auto text = files_.read(folder + std::string(name), buffer_);
    return text ? std::optional(text.value()) : std::nullopt;
}

std::int64_t ControlGroup::read_number(const std::string& folder, std::string_view name) {
    const auto text = read(folder, name);
    return text ? whole_number(*text).value_or(unread) : unread;
}

MemoryLimit ControlGroup::memory() {
    MemoryLimit tightest;
    std::optional<MemoryStats> innermost;
    for (const std::string& group : memory_.groups) {
        const MemoryLimit found = read_memory(memory_.root + group);
        const auto room = [](const MemoryLimit& limit) {
            return limit.used == unread ? limit.limit : limit.obtainable();
        };
        if (found.limit == unread) {
            continue;
        }
        innermost = innermost.value_or(found.stats);
        if (tightest.limit == unread || room(found) < room(tightest)) {
            tightest = found;
        }
    }
    if (innermost) {
        for (const auto count :
            {MemoryStat::faults, MemoryStat::major_faults, MemoryStat::swapped_in, MemoryStat::swapped_out}) {
            tightest.stats[count] = (*innermost)[count];
        }
    }
    return tightest;
}

/// Has no limit if the group has none.
MemoryLimit ControlGroup::read_memory(const std::string& folder) {
    MemoryLimit found;
    found.limit = bytes_of(read(folder, memory_.is_old ? "/memory.limit_in_bytes" : "/memory.max"));
    if (found.limit == unread) {
        return found;
    }
    found.used = bytes_of(read(folder, memory_.is_old ? "/memory.usage_in_bytes" : "/memory.current"));
    if (const auto text = read(folder, "/memory.stat")) {
        parse_named_values(*text, memory_.is_old ? old_stat_names : stat_names, found.stats);
    }
    return found;
}

std::optional<CpuLimit> ControlGroup::cpu(std::size_t online) {
    ProcessorSet set = find_set(online);
    std::optional<double> narrowest;
    const std::string* narrowest_group = nullptr;
    if (!set.processors.empty()) {
        narrowest = static_cast<double>(set.processors.size());
        narrowest_group = &set.group;
    }
    for (const std::string& group : cpu_.groups) {
        const auto limit = read_cpus(cpu_.root + group);
        if (limit && (!narrowest || *limit < *narrowest)) {
            narrowest = limit;
            narrowest_group = &group;
        }
    }
    auto found = narrowest ? read_use(*narrowest_group, *narrowest) : std::nullopt;
    if (found && !set.processors.empty()) {
        found->processors = std::make_shared<const std::vector<std::uint32_t>>(std::move(set.processors));
    }
    return found;
}

std::vector<std::uint32_t> ControlGroup::read_set(const std::string& folder) {
    std::vector<bool> is_member(most_cpus);
    std::vector<std::uint32_t> processors;
    const auto text = read(folder, cpuset_.is_old ? "/cpuset.effective_cpus" : "/cpuset.cpus.effective");
    parse_cpu_list(text.value_or(std::string_view{}), [&](std::uint32_t cpu) { is_member[cpu] = true; });
    for (std::uint32_t cpu = 0; cpu < most_cpus; ++cpu) {
        if (is_member[cpu]) {
            processors.push_back(cpu);
        }
    }
    return processors;
}

/// The set of the process's group, if it is not all processors.
ControlGroup::ProcessorSet ControlGroup::find_set(std::size_t online) {
    ProcessorSet found;
    for (const std::string& group : cpuset_.groups) {
        auto processors = read_set(cpuset_.root + group);
        if (processors.empty() || processors.size() >= online ||
            (!found.processors.empty() && processors != found.processors)) {
            break;
        }
        found = {std::move(processors), group};
    }
    return found;
}

/// The limit of a group, if it has one.
std::optional<double> ControlGroup::read_cpus(const std::string& folder) {
    if (!cpu_.is_old) {
        const auto text = read(folder, "/cpu.max");
        return text ? parse_cpu_limit(*text) : std::nullopt;
    }
    const std::int64_t quota = read_number(folder, "/cpu.cfs_quota_us");
    const std::int64_t period = read_number(folder, "/cpu.cfs_period_us");
    return quota > 0 && period > 0 ? std::optional(static_cast<double>(quota) / static_cast<double>(period))
                                   : std::nullopt;
}

std::optional<CpuLimit> ControlGroup::read_use(const std::string& group, double cpus) {
    CpuLimit found;
    found.cpus = cpus;
    if (cpu_.is_old) {
        // In nanoseconds, by a controller of its own that systems mount together with the other.
        constexpr std::int64_t nanoseconds = 1'000'000'000 / ticks_per_second;
        const std::string folder = std::string(mounts) + "/cpuacct" + group;
        const std::array<std::int64_t, 3> times{read_number(folder, "/cpuacct.usage"),
            read_number(folder, "/cpuacct.usage_user"), read_number(folder, "/cpuacct.usage_sys")};
        found.used = times[0] / nanoseconds;
        found.user = times[1] / nanoseconds;
        found.system = times[2] / nanoseconds;
        return sum_of({times[0], times[1], times[2]}) == unread ? std::nullopt : std::optional(found);
    }
    const auto text = read(cpu_.root + group, "/cpu.stat");
    static constexpr std::array<std::string_view, 3> names{"usage_usec", "user_usec", "system_usec"};
    std::array<std::int64_t, 3> times{};
    parse_named_values(text.value_or(std::string_view{}), names, times);
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    found.used = scaled(times[0], microsecond);
    found.user = scaled(times[1], microsecond);
    found.system = scaled(times[2], microsecond);
    return sum_of({times[0], times[1], times[2]}) == unread ? std::nullopt : std::optional(found);
}

} // namespace pdh_shim::source::linux
