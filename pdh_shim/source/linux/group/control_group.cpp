// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/group/control_group.h"

#include "base/clock.h"
#include "source/linux/kernel/scanner.h"

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

/// Adds the numbers of a list of processes or threads.
/// @return how many a namespace hides from this process: it shows 0 for them
std::int64_t read_ids(std::string_view text, std::vector<std::int64_t>& ids) {
    std::int64_t hidden = 0;
    Scanner lines(text);
    while (!lines.at_end()) {
        const auto id = whole_number(lines.line());
        hidden += id == 0 ? 1 : 0;
        if (id.value_or(0) > 0) {
            ids.push_back(*id);
        }
    }
    return hidden;
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

bool ControlGroup::find_limits(std::size_t online) {
    online_ = online;
    limited_in_ = nullptr;
    memory_limits_.clear();
    for (const std::string& group : memory_.groups) {
        memory_limits_.push_back(read_memory_limit(memory_.root + group));
        if (memory_limits_.back() != unread) {
            take_limited(memory_, group);
        }
    }
    set_ = find_set(online);
    narrowest_.reset();
    if (!set_.processors.empty()) {
        narrowest_ = static_cast<double>(set_.processors.size());
        narrowest_group_ = set_.group;
        take_limited(cpuset_, set_.group);
    }
    for (const std::string& group : cpu_.groups) {
        const auto limit = read_cpus(cpu_.root + group);
        if (limit) {
            take_limited(cpu_, group);
        }
        if (limit && (!narrowest_ || *limit < *narrowest_)) {
            narrowest_ = limit;
            narrowest_group_ = group;
        }
    }
    return limited_in_ != nullptr;
}

/// Notes a group with a limit, if it is inside of the one that is known.
void ControlGroup::take_limited(const Hierarchy& hierarchy, const std::string& group) {
    if (limited_in_ == nullptr || group.size() > limited_group_.size()) {
        limited_in_ = &hierarchy;
        limited_group_ = group;
    }
}

/// The folder of the limited group in a hierarchy, if the process is in such a group there.
std::optional<std::string> ControlGroup::limited_folder(const Hierarchy& hierarchy) const {
    const bool is_there = std::ranges::find(hierarchy.groups, limited_group_) != hierarchy.groups.end();
    return is_there ? std::optional(hierarchy.root + limited_group_) : std::nullopt;
}

MemoryLimit ControlGroup::memory() {
    MemoryLimit tightest;
    std::optional<MemoryStats> innermost;
    for (std::size_t i = 0; i < memory_limits_.size(); ++i) {
        if (memory_limits_[i] == unread) {
            continue;
        }
        MemoryLimit found;
        found.limit = memory_limits_[i];
        read_memory_use(memory_.root + memory_.groups[i], found);
        const auto room = [](const MemoryLimit& limit) {
            return limit.used == unread ? limit.limit : limit.obtainable();
        };
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
    } else if (const auto folder = limited_folder(memory_)) {
        read_memory_use(*folder, tightest);
    }
    return tightest;
}

/// `unread` if the group has none.
std::int64_t ControlGroup::read_memory_limit(const std::string& folder) {
    return bytes_of(read(folder, memory_.is_old ? "/memory.limit_in_bytes" : "/memory.max"));
}

void ControlGroup::read_memory_use(const std::string& folder, MemoryLimit& found) {
    found.used = bytes_of(read(folder, memory_.is_old ? "/memory.usage_in_bytes" : "/memory.current"));
    if (const auto text = read(folder, "/memory.stat")) {
        parse_named_values(*text, memory_.is_old ? old_stat_names : stat_names, found.stats);
    }
}

CpuLimit ControlGroup::cpu() {
    CpuLimit found;
    found.cpus = narrowest_.value_or(static_cast<double>(online_));
    if (!set_.processors.empty()) {
        found.processors = std::make_shared<const std::vector<std::uint32_t>>(set_.processors);
    }
    if (narrowest_) {
        read_use(narrowest_group_, found);
    } else if (limited_folder(cpu_)) {
        read_use(limited_group_, found);
    }
    return found;
}

/// Of the narrowest limit, or, without one, what the limited group uses.
SwapLimit ControlGroup::swap() {
    SwapLimit narrowest;
    std::int64_t memory_limit = unread;
    for (const std::int64_t limit : memory_limits_) {
        memory_limit =
            limit != unread && (memory_limit == unread || limit < memory_limit) ? limit : memory_limit;
    }
    for (const std::string& group : memory_.groups) {
        const SwapLimit found = read_swap(memory_.root + group, memory_limit);
        if (found.limit != unread && (narrowest.limit == unread || found.limit < narrowest.limit)) {
            narrowest = found;
        }
    }
    const auto folder = limited_folder(memory_);
    return narrowest.limit == unread && folder ? read_swap(*folder, memory_limit) : narrowest;
}

SwapLimit ControlGroup::read_swap(const std::string& folder, std::int64_t memory_limit) {
    if (!memory_.is_old) {
        const std::int64_t limit = bytes_of(read(folder, "/memory.swap.max"));
        return {limit, bytes_of(read(folder, "/memory.swap.current"))};
    }
    // Version 1 counts memory and swap together. What is in memory has the narrowest limit of all groups.
    return {difference(bytes_of(read(folder, "/memory.memsw.limit_in_bytes")), memory_limit),
        difference(bytes_of(read(folder, "/memory.memsw.usage_in_bytes")),
            bytes_of(read(folder, "/memory.usage_in_bytes")))};
}

TaskCounts ControlGroup::tasks() {
    if (limited_in_ == nullptr) {
        return {};
    }
    const std::string folder = limited_in_->root + limited_group_;
    const bool is_old = limited_in_->is_old;
    TaskCounts counts;
    counts.processes = count_tasks(folder, "/cgroup.procs");
    counts.threads =
        read_number(is_old ? std::string(mounts) + "/pids" + limited_group_ : folder, "/pids.current");
    if (counts.threads == unread) {
        counts.threads = count_tasks(folder, is_old ? "/tasks" : "/cgroup.threads");
    }
    return counts;
}

/// How many numbers a file of the group and of those in it has, or `unread`.
std::int64_t ControlGroup::count_tasks(const std::string& folder, std::string_view file) {
    constexpr std::size_t most_groups = 10'000; // a folder made by somebody may lead into itself
    std::vector<std::string> folders{folder};
    std::size_t groups = 0;
    std::int64_t hidden = 0;
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < folders.size() && groups < most_groups; ++i) {
        const auto text = read(folders[i], file);
        if (!text) {
            continue; // no group, or a part of one with threads of the processes that were counted there
        }
        ++groups;
        hidden += read_ids(*text, ids);
        if (may_have_groups(folders[i])) {
            const std::string outer = folders[i];
            static_cast<void>(files_.list(
                outer, [&](std::string_view name) { folders.push_back(outer + '/' + std::string(name)); }));
        }
    }
    if (groups == 0 || groups == most_groups) {
        return unread;
    }
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end()); // one that moved while its group was read
    return hidden + std::ssize(ids);
}

/// Version 1 does not show whether a group has groups in it.
bool ControlGroup::may_have_groups(const std::string& folder) {
    static constexpr std::array<std::string_view, 1> names{"nr_descendants"};
    std::array<std::int64_t, names.size()> below{};
    parse_named_values(read(folder, "/cgroup.stat").value_or(std::string_view{}), names, below);
    return below[0] != 0;
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
        if (processors.empty() && found.processors.empty()) {
            continue; // in a container the group is not to be seen under its path on the host
        }
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

void ControlGroup::read_use(const std::string& group, CpuLimit& found) {
    if (cpu_.is_old) {
        // In nanoseconds, by a controller of its own that systems mount together with the other.
        constexpr std::int64_t nanoseconds = 1'000'000'000 / ticks_per_second;
        const std::string folder = std::string(mounts) + "/cpuacct" + group;
        const auto time = [&](std::string_view file) {
            const std::int64_t used = read_number(folder, file);
            return used == unread ? unread : used / nanoseconds;
        };
        found.used = time("/cpuacct.usage");
        found.user = time("/cpuacct.usage_user");
        found.system = time("/cpuacct.usage_sys");
        return;
    }
    const auto text = read(cpu_.root + group, "/cpu.stat");
    static constexpr std::array<std::string_view, 3> names{"usage_usec", "user_usec", "system_usec"};
    std::array<std::int64_t, 3> times{};
    parse_named_values(text.value_or(std::string_view{}), names, times);
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    found.used = scaled(times[0], microsecond);
    found.user = scaled(times[1], microsecond);
    found.system = scaled(times[2], microsecond);
}

} // namespace pdh_shim::source::linux
