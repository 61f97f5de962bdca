// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/state.h"

#include "base/saturating.h"

#include <algorithm>

namespace pdh_shim::source::windows {
namespace {

constexpr SystemParts all_processes =
    part::processes | part::process_times | part::process_sizes | part::handles | part::priorities;

constexpr std::array<ProtocolKind, protocol_kind_count> all_protocols{ProtocolKind::ip4, ProtocolKind::ip6,
    ProtocolKind::tcp, ProtocolKind::udp4, ProtocolKind::udp6, ProtocolKind::icmp};

SystemParts honest_processors(SystemApi& api, SystemParts wanted) {
    std::vector<std::byte> buffer;
    SystemParts found =
        are_plausible(parse_processors(api.query(Information::processors, buffer))) ? part::processors : 0;
    if ((wanted & part::frequencies) != 0) {
        const auto power = parse_power(api.power(buffer));
        const bool is_known =
            !power.empty() && std::ranges::all_of(power, [](const ProcessorPower& processor) {
                return processor.highest_mhz > 0 && processor.limit_mhz > 0;
            });
        found |= is_known ? part::frequencies : 0;
    }
    return found;
}

/// Only Wine on Linux has the size of the swap space in the limit, and only it is known to.
SystemParts honest_memory(SystemApi& api) {
    constexpr std::int64_t least_swap = 256; // pages
    std::vector<std::byte> buffer;
    const auto memory = ask_memory(api, buffer);
    if (!memory || !memory->is_plausible()) {
        return 0;
    }
    const bool has_swap = api.is_wine() && api.has_linux_files() && memory->swap() >= least_swap;
    return has_swap ? part::memory | part::paging : part::memory;
}

/// This process is there, has memory, and some process has used a processor.
SystemParts honest_processes(SystemApi& api) {
    std::vector<std::byte> buffer;
    auto processes = parse_processes(api.query(Information::processes, buffer), api.width());
    if (!processes) {
        return 0;
    }
    const auto own = std::ranges::find(*processes, api.own_process(), &ProcessEntry::id);
    if (own == processes->end()) {
        return 0;
    }
    SystemParts found = part::processes;
    found |= own->working_set > 0 && own->virtual_size > 0 ? part::process_sizes : 0;
    const bool has_times = std::ranges::any_of(
        *processes, [](const ProcessEntry& process) { return process.user + process.kernel > 0; });
    found |= has_times ? part::process_times : 0;
    if (!api.is_wine()) {
        return found | part::handles | part::priorities;
    }
    // Of handles Wine tells how many places its table has.
    found |= base_priority(api.priority_class(own->id)) != unread ? part::priorities : 0;
    return found;
}

SystemParts honest_statistics(SystemApi& api, SystemParts wanted) {
    SystemParts found = 0;
    for (const ProtocolKind kind : all_protocols) {
        if ((wanted & part_of(kind)) != 0) {
            const auto table = api.statistics(kind);
            found |= table && has_counted(layout_of(kind), *table) ? part_of(kind) : 0;
        }
    }
    return found;
}

} // namespace

SystemParts find_honest(SystemApi& api, SystemParts wanted) {
    SystemParts found = 0;
    if ((wanted & (part::processors | part::frequencies)) != 0) {
        found |= honest_processors(api, wanted);
    }
    if ((wanted & (part::memory | part::paging)) != 0) {
        found |= honest_memory(api);
    }
    if ((wanted & part::uptime) != 0) {
        found |= api.uptime() > 0 ? part::uptime : 0;
    }
    if ((wanted & all_processes) != 0) {
        found |= honest_processes(api);
    }
    if ((wanted & part::interfaces) != 0) {
        const auto interfaces = api.interfaces();
        found |= interfaces && have_counted(*interfaces) ? part::interfaces : 0;
    }
    if ((wanted & part::drives) != 0) {
        found |= !api.drives().empty() ? part::drives : 0;
    }
    return (found | honest_statistics(api, wanted)) & wanted;
}

void SessionState::sample(SystemParts wanted, const Instant& now) {
    if ((wanted & (part::uptime | part::processors)) != 0) {
        sample_uptime(now.time_100ns);
    }
    if ((wanted & part::processors) != 0) {
        sample_processors(wanted, now);
    }
    if ((wanted & (part::memory | part::paging)) != 0) {
        memory_.sample(api_);
    }
    if ((wanted & all_processes) != 0) {
        const bool has_idle = (wanted & part::processors) != 0;
        processes_.sample(api_, (wanted & part::priorities) != 0,
            {.time = has_idle ? processors_.idle_sum() : unread,
                .processors = processors_.count(),
                .started = boot_time_},
            now);
    }
    if ((wanted & part::interfaces) != 0) {
        interfaces_.sample(api_);
    }
    if ((wanted & part::drives) != 0) {
        drives_.sample(api_);
    }
    for (const ProtocolKind kind : all_protocols) {
        if ((wanted & part_of(kind)) != 0) {
            protocols_[static_cast<std::size_t>(kind)].sample(api_);
        }
    }
}

/// The system's clock goes in steps: the start must not waver by them.
void SessionState::sample_uptime(std::int64_t time_100ns) {
    const std::int64_t boot = saturated_subtract(time_100ns, api_.uptime());
    if (boot_time_ == unread || saturated_distance(boot, boot_time_) > ticks_per_second / 2) {
        boot_time_ = boot;
    }
}

void SessionState::sample_processors(SystemParts wanted, const Instant& now) {
    const auto times = parse_processors(api_.query(Information::processors, buffer_));
    const auto power = (wanted & part::frequencies) != 0 ? parse_power(api_.power(power_buffer_))
                                                         : std::vector<ProcessorPower>();
    // On Windows the uptime goes on while the machine is suspended, and times do not.
    processors_.sample(times, power, api_.is_wine() ? api_.uptime() : unread, now.time_100ns);
}

} // namespace pdh_shim::source::windows
