#include "source/linux/control_group.h"

#include "base/clock.h"
#include "source/linux/text/named_values.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

constexpr auto hierarchies = std::to_array<std::string_view>({"/sys/fs/cgroup", "/sys/fs/cgroup/unified"});

} // namespace

std::string_view parse_cgroup_path(std::string_view text) {
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (line.skip("0::")) {
            const std::string_view path = line.rest();
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

ControlGroup::ControlGroup(FileSystem& files) : files_(files) {
    std::string root;
    for (const std::string_view hierarchy : hierarchies) {
        if (files_.info(std::string(hierarchy) + "/cgroup.controllers")) {
            root = hierarchy;
            break;
        }
    }
    if (root.empty()) {
        return;
    }
    std::string group;
    if (const auto text = files_.read("/proc/self/cgroup", buffer_)) {
        group = parse_cgroup_path(text.value());
    }
    // In a container the path may be one of the host: then only its end, the root, is there.
    for (; !group.empty(); group.resize(group.rfind('/'))) {
        folders_.push_back(root + group);
    }
    folders_.push_back(root);
}

std::optional<std::string_view> ControlGroup::read(const std::string& folder, std::string_view name) {
    const auto text = files_.read(folder + std::string(name), buffer_);
    return text ? std::optional(text.value()) : std::nullopt;
}

MemoryLimit ControlGroup::memory() {
    MemoryLimit narrowest;
    const std::string* group = nullptr;
    for (const std::string& folder : folders_) {
        const auto text = read(folder, "/memory.max");
        const auto limit = text ? whole_number(*text) : std::nullopt; // else `max`
        if (limit && (narrowest.limit == unread || *limit < narrowest.limit)) {
            narrowest.limit = *limit;
            group = &folder;
        }
    }
    if (group == nullptr) {
        return narrowest;
    }
    if (const auto text = read(*group, "/memory.current")) {
        narrowest.used = whole_number(*text).value_or(unread);
    }
    if (const auto text = read(*group, "/memory.stat")) {
        static constexpr std::array<std::string_view, 1> names{"inactive_file"};
        parse_named_values(*text, names, {&narrowest.inactive_file, 1});
    }
    return narrowest;
}

std::optional<CpuLimit> ControlGroup::cpu() {
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    std::optional<double> narrowest;
    const std::string* group = nullptr;
    for (const std::string& folder : folders_) {
        const auto text = read(folder, "/cpu.max");
        const auto limit = text ? parse_cpu_limit(*text) : std::nullopt;
        if (limit && (!narrowest || *limit < *narrowest)) {
            narrowest = limit;
            group = &folder;
        }
    }
    const auto text = group != nullptr ? read(*group, "/cpu.stat") : std::nullopt;
    if (!text) {
        return std::nullopt;
    }
    static constexpr std::array<std::string_view, 3> names{"usage_usec", "user_usec", "system_usec"};
    std::array<std::int64_t, 3> times{};
    parse_named_values(*text, names, times);
    if (sum_of({times[0], times[1], times[2]}) == unread) {
        return std::nullopt;
    }
    return CpuLimit{*narrowest, scaled(times[0], microsecond), scaled(times[1], microsecond),
        scaled(times[2], microsecond)};
}

} // namespace pdh_shim::source::linux
