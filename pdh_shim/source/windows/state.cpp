// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/state.h"

#include "base/saturating.h"
#include "model/protocol_rows.h"
#include "source/windows/network.h"

#include <algorithm>
#include <array>
#include <cstddef>

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
    // Of handles Wine counts the places that its table has.
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

namespace {

using model::Counted;
using model::Detail;
using model::Instances;
using model::ProtocolRow;

constexpr auto processor_rows = std::to_array<CounterRow>({
    {u"% Processor Time", 6, CounterType::perf_100nsec_timer_inv, Detail::novice, 0, ProcessorField::idle,
        u"Share of the interval in which the processor ran something other than its idle task. Under Wine "
        u"waiting for "
        u"a disk counts too."},
    {u"% User Time", 142, CounterType::perf_100nsec_timer, Detail::advanced, 0, ProcessorField::user,
        u"Share of the interval in which the processor ran programs in user mode."},
    {u"% Privileged Time", 144, CounterType::perf_100nsec_timer, Detail::advanced, 0,
        ProcessorField::privileged,
        u"Share of the interval in which the processor ran the kernel. Under Wine waiting for a disk counts "
        u"too."},
    {u"% Idle Time", 1746, CounterType::perf_100nsec_timer, Detail::wizard, 0, ProcessorField::idle,
        u"Share of the interval in which the processor had nothing to run."},
});

constexpr auto frequency_rows = std::to_array<CounterRow>({
    {u"Processor Frequency", 0, CounterType::perf_counter_rawcount, Detail::novice, part::frequencies,
        ProcessorField::frequency, u"Nominal frequency of the processor in megahertz."},
    {u"% Performance Limit", 0, CounterType::perf_counter_rawcount, Detail::novice, part::frequencies,
        ProcessorField::performance_limit,
        u"Highest frequency that the processor is allowed now, in percent of the nominal one."},
});

constexpr auto information_rows = model::without_indexes(model::joined(processor_rows, frequency_rows));

struct SystemField {
    enum Index : std::uint8_t { boot_time, processes, threads, count };
};

constexpr auto system_rows = std::to_array<CounterRow>({
    {u"System Up Time", 674, CounterType::perf_elapsed_time, Detail::novice, part::uptime,
        SystemField::boot_time,
        u"Seconds since the machine was started. Under Wine without the time spent suspended."},
    {u"Processes", 248, CounterType::perf_counter_rawcount, Detail::wizard, part::processes,
        SystemField::processes, u"Processes that there are now. Under Wine those of the same prefix."},
    {u"Threads", 250, CounterType::perf_counter_rawcount, Detail::wizard, part::processes,
        SystemField::threads, u"Threads that there are now. Under Wine those of the same prefix."},
});

constexpr auto memory_rows = std::to_array<CounterRow>({
    {u"Available Bytes", 24, CounterType::perf_counter_large_rawcount, Detail::expert, 0,
        MemoryField::available, u"Memory in bytes that programs can get without swapping."},
    {u"Available KBytes", 1380, CounterType::perf_counter_large_rawcount, Detail::expert, 0,
        MemoryField::available_kbytes, u"Memory in kilobytes that programs can get without swapping."},
    {u"Available MBytes", 1382, CounterType::perf_counter_large_rawcount, Detail::expert, 0,
        MemoryField::available_mbytes, u"Memory in megabytes that programs can get without swapping."},
    {u"Committed Bytes", 26, CounterType::perf_counter_large_rawcount, Detail::expert, 0,
        MemoryField::committed,
        u"Memory in bytes that has been promised to programs. Under Wine that which is in use."},
    {u"Commit Limit", 30, CounterType::perf_counter_large_rawcount, Detail::wizard, 0,
        MemoryField::commit_limit, u"Memory and swap space in bytes."},
    {u"% Committed Bytes In Use", 1406, CounterType::perf_raw_fraction, Detail::expert, 0,
        MemoryField::committed_pages, u"Committed Bytes in percent of Commit Limit.",
        MemoryField::commit_limit_pages},
});

constexpr auto paging_rows = std::to_array<CounterRow>({
    {u"% Usage", 702, CounterType::perf_raw_fraction, Detail::novice, 0, PagingField::used,
        u"Share of the swap space that is in use.", PagingField::size},
});

constexpr auto process_rows = std::to_array<CounterRow>({
    {u"% Processor Time", 6, CounterType::perf_100nsec_timer, Detail::novice, part::process_times,
        ProcessField::processor_time,
        u"Processor time that the threads of the process used, in percent of one processor's."},
    {u"% User Time", 142, CounterType::perf_100nsec_timer, Detail::advanced, part::process_times,
        ProcessField::user_time,
        u"Processor time that the process used in user mode, in percent of one processor's."},
    {u"% Privileged Time", 144, CounterType::perf_100nsec_timer, Detail::advanced, part::process_times,
        ProcessField::privileged_time,
        u"Processor time that the kernel used for the process, in percent of one processor's."},
    {u"Virtual Bytes Peak", 172, CounterType::perf_counter_large_rawcount, Detail::expert,
        part::process_sizes, ProcessField::virtual_peak,
        u"Largest address space in bytes that the process has had."},
    {u"Virtual Bytes", 174, CounterType::perf_counter_large_rawcount, Detail::expert, part::process_sizes,
        ProcessField::virtual_bytes, u"Size of the process's address space in bytes."},
    {u"Working Set Peak", 178, CounterType::perf_counter_large_rawcount, Detail::advanced,
        part::process_sizes, ProcessField::working_set_peak,
        u"Most memory in bytes that the process has had at once."},
    {u"Working Set", 180, CounterType::perf_counter_large_rawcount, Detail::novice, part::process_sizes,
        ProcessField::working_set, u"Memory in bytes that the process has, shared memory included."},
    {u"Page File Bytes", 184, CounterType::perf_counter_large_rawcount, Detail::advanced, part::process_sizes,
        ProcessField::page_file, u"Memory in bytes that belongs to the process alone; as Private Bytes."},
    {u"Private Bytes", 186, CounterType::perf_counter_large_rawcount, Detail::advanced, part::process_sizes,
        ProcessField::page_file, u"Memory in bytes that belongs to the process alone."},
    {u"Thread Count", 680, CounterType::perf_counter_rawcount, Detail::advanced, 0, ProcessField::threads,
        u"Threads that the process has now."},
    {u"Priority Base", 682, CounterType::perf_counter_rawcount, Detail::advanced, part::priorities,
        ProcessField::priority, u"Base priority of the process: 24 for real time, 8 for the usual."},
    {u"Elapsed Time", 684, CounterType::perf_elapsed_time, Detail::advanced, 0, ProcessField::start_time,
        u"Seconds since the process was started."},
    {u"ID Process", 784, CounterType::perf_counter_rawcount, Detail::novice, 0, ProcessField::id,
        u"Number of the process, which is given to another one when it has ended."},
    {u"Creating Process ID", 1410, CounterType::perf_counter_rawcount, Detail::novice, 0,
        ProcessField::parent, u"Number of the process's parent."},
    {u"Handle Count", 952, CounterType::perf_counter_rawcount, Detail::advanced, part::handles,
        ProcessField::handles, u"Handles that the process has open."},
});

constexpr auto process_v2_rows = model::as_process_v2(process_rows);

constexpr auto drive_rows = std::to_array<CounterRow>({
    {u"% Free Space", 408, CounterType::perf_raw_fraction, Detail::novice, 0, DriveField::free_megabytes,
        u"Space of the drive that programs can still use, in percent.", DriveField::megabytes},
    {u"Free Megabytes", 410, CounterType::perf_counter_rawcount, Detail::novice, 0,
        DriveField::free_megabytes, u"Megabytes of the drive that programs can still use."},
});

/// A counter of how often something happens in a second, on an interface.
constexpr CounterRow interface_rate(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_bulk_count, Detail::advanced, 0, field, help};
}

constexpr CounterRow interface_count(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_large_rawcount, Detail::advanced, 0, field, help};
}

constexpr auto interface_rows = std::to_array<CounterRow>({
    interface_rate(u"Bytes Total/sec", 388, InterfaceField::bytes,
        u"Bytes received and sent on the interface in a second, framing included."),
    interface_rate(u"Packets/sec", 400, InterfaceField::packets,
        u"Packets received and sent on the interface in a second."),
    interface_rate(u"Packets Received/sec", 266, InterfaceField::packets_received,
        u"Packets received on the interface in a second."),
    interface_rate(u"Packets Sent/sec", 452, InterfaceField::packets_sent,
        u"Packets sent on the interface in a second."),
    interface_rate(u"Bytes Received/sec", 264, InterfaceField::bytes_received,
        u"Bytes received on the interface in a second, framing included."),
    interface_rate(u"Packets Received Unicast/sec", 524, InterfaceField::received_unicast,
        u"Packets received in a second that were not sent to many."),
    interface_rate(u"Packets Received Non-Unicast/sec", 526, InterfaceField::received_others,
        u"Packets received in a second that were sent to many."),
    interface_count(u"Packets Received Discarded", 528, InterfaceField::received_discarded,
        u"Packets received and thrown away although nothing was wrong with them."),
    interface_count(
        u"Packets Received Errors", 530, InterfaceField::received_errors, u"Packets received with errors."),
    interface_rate(u"Bytes Sent/sec", 506, InterfaceField::bytes_sent,
        u"Bytes sent on the interface in a second, framing included."),
    interface_rate(u"Packets Sent Unicast/sec", 536, InterfaceField::sent_unicast,
        u"Packets sent in a second to one receiver. Under Wine all that were sent."),
    interface_count(u"Packets Outbound Discarded", 540, InterfaceField::sent_discarded,
        u"Packets to be sent that were thrown away although nothing was wrong with them."),
    interface_count(u"Packets Outbound Errors", 542, InterfaceField::sent_errors,
        u"Packets that could not be sent because of errors."),
});

/// The counters that the system has of a protocol.
template <const auto& Rows, auto IsKnown = [](const ProtocolRow&) { return true; }>
constexpr auto protocol_rows() {
    constexpr auto is_there = [](const ProtocolRow& row) {
        return (row.counted == Counted::both || row.windows_field != model::no_field) && IsKnown(row);
    };
    std::array<CounterRow, static_cast<std::size_t>(std::ranges::count_if(Rows, is_there))> rows{};
    auto next = rows.begin();
    for (const ProtocolRow& row : Rows) {
        if (is_there(row)) {
            *next++ = row.template as<CounterRow>(
                row.counted == Counted::both ? both_directions : row.windows_field);
        }
    }
    return rows;
}

constexpr auto ip4_rows = protocol_rows<model::ip_rows>();
/// Wine does not count discarded datagrams of IPv6.
constexpr auto ip6_rows = protocol_rows<model::ip_rows, [](const ProtocolRow& row) {
    return row.name != u"Datagrams Received Discarded" && row.name != u"Datagrams Outbound Discarded";
}>();
constexpr auto tcp_rows = protocol_rows<model::tcp_rows>();
constexpr auto udp_rows = protocol_rows<model::udp_rows>();
constexpr auto icmp_rows = protocol_rows<model::icmp_rows>();

void write_system(const SessionState& state, model::InstanceWriter& instances) {
    std::array<std::int64_t, SystemField::count> values{};
    values[SystemField::boot_time] = state.boot_time();
    values[SystemField::processes] = state.processes().count();
    values[SystemField::threads] = state.processes().threads();
    instances.add({}, model::no_unique_id, values);
}

template <ProtocolKind Which>
constexpr ObjectTable protocol_object(std::u16string_view name, std::uint32_t title_index,
    std::u16string_view default_counter, std::u16string_view help, std::span<const CounterRow> rows) {
    return {name, title_index, Instances::none, part_of(Which), 0, default_counter, help, rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.protocol(Which).write(instances);
        }};
}

constexpr auto tables = std::to_array<ObjectTable>({
    {u"System", 2, Instances::none, 0, 0, u"System Up Time", u"What goes on in the machine as a whole.",
        system_rows, write_system},
    {u"Memory", 4, Instances::none, part::memory, 0, u"Available MBytes", u"The memory of the machine.",
        memory_rows,
        [](const SessionState& state, model::InstanceWriter& instances) { state.memory().write(instances); }},
    {u"Processor", 238, Instances::multi, part::processors, 0, u"% Processor Time",
        u"What the processors do, each by its number, and all of them together.", processor_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.processors().write(instances);
        }},
    {u"Processor Information", 0, Instances::multi, part::processors, 0, u"% Processor Time",
        u"What the processors do, with their frequencies.", information_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.processors().write_nodes(instances);
        }},
    {u"Process", 230, Instances::multi, part::processes, part::processors, u"% Processor Time",
        u"The processes by the names of their programs. Under Wine those of the same prefix.", process_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.processes().write(instances);
        }},
    {u"Process V2", 0, Instances::multi, part::processes, part::processors, u"% Processor Time",
        u"The processes by the names of their programs and their numbers. Under Wine those of the same "
        u"prefix.",
        process_v2_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.processes().write_with_ids(instances);
        }},
    {u"Paging File", 700, Instances::multi, part::paging, 0, u"% Usage", u"The swap space.", paging_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.memory().write_paging(instances);
        }},
    {u"LogicalDisk", 236, Instances::multi, part::drives, 0, u"% Free Space",
        u"The drives by their letters, and all of them together.", drive_rows,
        [](const SessionState& state, model::InstanceWriter& instances) { state.drives().write(instances); }},
    {u"Network Interface", 510, Instances::multi, part::interfaces, 0, u"Bytes Total/sec",
        u"What goes over the network interfaces, except the loopback one.", interface_rows,
        [](const SessionState& state, model::InstanceWriter& instances) {
            state.interfaces().write(instances);
        }},
    protocol_object<ProtocolKind::ip4>(u"IPv4", 546, u"Datagrams/sec", u"The datagrams of IPv4.", ip4_rows),
    protocol_object<ProtocolKind::ip6>(u"IPv6", 548, u"Datagrams/sec", u"The datagrams of IPv6.", ip6_rows),
    protocol_object<ProtocolKind::tcp>(u"TCPv4", 638, u"Segments/sec",
        u"The connections and segments of TCP; under Wine over IPv4 and IPv6 together.", tcp_rows),
    protocol_object<ProtocolKind::udp4>(
        u"UDPv4", 658, u"Datagrams/sec", u"The datagrams of UDP over IPv4.", udp_rows),
    protocol_object<ProtocolKind::udp6>(
        u"UDPv6", 1532, u"Datagrams/sec", u"The datagrams of UDP over IPv6.", udp_rows),
    protocol_object<ProtocolKind::icmp>(
        u"ICMP", 582, u"Messages/sec", u"The control messages of IPv4.", icmp_rows),
});

} // namespace

std::span<const ObjectTable> object_tables() noexcept {
    return tables;
}

} // namespace pdh_shim::source::windows
