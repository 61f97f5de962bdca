// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/network.h"
#include "source/windows/state.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pdh_shim::source::windows {
namespace {

using model::Detail;
using model::Instances;

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

constexpr CounterRow protocol_rate(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_counter, Detail::advanced, 0, field, help};
}

constexpr CounterRow protocol_count(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_rawcount, Detail::advanced, 0, field, help};
}

constexpr auto ip4_rows = std::to_array<CounterRow>({
    protocol_rate(u"Datagrams/sec", 438, both_directions,
        u"IP datagrams received and sent in a second, except those that were forwarded."),
    protocol_rate(u"Datagrams Received/sec", 446, IpField::received,
        u"IP datagrams received in a second, wrong ones and those to be forwarded included."),
    protocol_count(u"Datagrams Received Header Errors", 552, IpField::header_errors,
        u"IP datagrams received and thrown away because something is wrong in their headers."),
    protocol_count(u"Datagrams Received Address Errors", 554, IpField::address_errors,
        u"IP datagrams received and thrown away because of the address that they were sent to."),
    protocol_rate(u"Datagrams Forwarded/sec", 556, IpField::forwarded,
        u"IP datagrams in a second that were for other machines and were passed on."),
    protocol_count(u"Datagrams Received Unknown Protocol", 558, IpField::unknown_protocol,
        u"IP datagrams received and thrown away because nothing handles the protocol in them."),
    protocol_count(u"Datagrams Received Discarded", 560, IpField::received_discarded,
        u"IP datagrams received and thrown away although nothing was wrong with them."),
    protocol_rate(u"Datagrams Received Delivered/sec", 562, IpField::delivered,
        u"IP datagrams in a second that were given to a protocol of this machine."),
    protocol_rate(u"Datagrams Sent/sec", 442, IpField::sent,
        u"IP datagrams in a second that protocols of this machine gave to be sent."),
    protocol_count(u"Datagrams Outbound Discarded", 566, IpField::sent_discarded,
        u"IP datagrams to be sent that were thrown away although nothing was wrong with them."),
    protocol_count(u"Datagrams Outbound No Route", 568, IpField::no_route,
        u"IP datagrams to be sent that were thrown away because no route leads to their address."),
    protocol_rate(u"Fragments Received/sec", 570, IpField::fragments_received,
        u"Fragments of IP datagrams received in a second."),
    protocol_rate(u"Fragments Re-assembled/sec", 572, IpField::reassembled,
        u"IP datagrams in a second that were put together from fragments."),
    protocol_count(u"Fragment Re-assembly Failures", 574, IpField::reassembly_failures,
        u"IP datagrams that could not be put together from fragments."),
    protocol_rate(u"Fragmented Datagrams/sec", 576, IpField::fragmented,
        u"IP datagrams in a second that were sent in fragments."),
    protocol_count(u"Fragmentation Failures", 578, IpField::fragmentation_failures,
        u"IP datagrams thrown away because they had to be sent in fragments and could not be."),
    protocol_rate(u"Fragments Created/sec", 580, IpField::fragments_created,
        u"Fragments of IP datagrams made in a second."),
});

/// Wine tells no discarded datagrams of IPv6.
constexpr auto make_ip6_rows() {
    std::array<CounterRow, ip4_rows.size() - 2> rows{};
    std::copy_if(ip4_rows.begin(), ip4_rows.end(), rows.begin(), [](const CounterRow& row) {
        return row.field != IpField::received_discarded && row.field != IpField::sent_discarded;
    });
    return rows;
}
constexpr auto ip6_rows = make_ip6_rows();

constexpr auto tcp_rows = std::to_array<CounterRow>({
    protocol_rate(u"Segments/sec", 640, both_directions, u"TCP segments received and sent in a second."),
    protocol_count(u"Connections Established", 642, TcpField::established,
        u"TCP connections that are open now, or that the other side alone has closed."),
    protocol_count(u"Connections Active", 644, TcpField::active_opens,
        u"TCP connections that programs of this machine have begun to open."),
    protocol_count(u"Connections Passive", 646, TcpField::passive_opens,
        u"TCP connections that others have begun to open to this machine."),
    protocol_count(u"Connection Failures", 648, TcpField::failures,
        u"TCP connections that ended before they were established."),
    protocol_count(u"Connections Reset", 650, TcpField::resets,
        u"TCP connections that were established and were broken off."),
    protocol_rate(u"Segments Received/sec", 652, TcpField::received, u"TCP segments received in a second."),
    protocol_rate(u"Segments Sent/sec", 654, TcpField::sent,
        u"TCP segments sent in a second, except those that were sent again."),
    protocol_rate(u"Segments Retransmitted/sec", 656, TcpField::retransmitted,
        u"TCP segments in a second that were sent again."),
});

constexpr auto udp_rows = std::to_array<CounterRow>({
    protocol_rate(u"Datagrams/sec", 438, both_directions, u"UDP datagrams received and sent in a second."),
    protocol_rate(u"Datagrams Received/sec", 446, UdpField::received,
        u"UDP datagrams in a second that programs received."),
    protocol_rate(u"Datagrams No Port/sec", 664, UdpField::no_port,
        u"UDP datagrams in a second for a port that no program listens on."),
    protocol_count(u"Datagrams Received Errors", 666, UdpField::errors,
        u"UDP datagrams that could not be given to a program for other reasons."),
    protocol_rate(u"Datagrams Sent/sec", 442, UdpField::sent, u"UDP datagrams sent in a second."),
});

/// What was sent by type is wrong under Wine.
constexpr auto icmp_rows = std::to_array<CounterRow>({
    protocol_rate(u"Messages/sec", 584, both_directions, u"ICMP messages received and sent in a second."),
    protocol_rate(u"Messages Received/sec", 586, IcmpField::received,
        u"ICMP messages received in a second, wrong ones included."),
    protocol_count(u"Messages Received Errors", 588, IcmpField::received_errors,
        u"ICMP messages received with something wrong in them."),
    protocol_count(u"Received Dest. Unreachable", 590, IcmpField::received_unreachable,
        u"ICMP messages received that say that a destination cannot be reached."),
    protocol_count(u"Received Time Exceeded", 592, IcmpField::received_time_exceeded,
        u"ICMP messages received that say that a datagram was on its way or in fragments for too long."),
    protocol_count(u"Received Parameter Problem", 594, IcmpField::received_parameter_problem,
        u"ICMP messages received that say that something is wrong in a header."),
    protocol_count(u"Received Source Quench", 596, IcmpField::received_source_quench,
        u"ICMP messages received that ask to send more slowly."),
    protocol_rate(u"Received Redirect/sec", 598, IcmpField::received_redirect,
        u"ICMP messages received in a second that name a better route."),
    protocol_rate(u"Received Echo/sec", 600, IcmpField::received_echo,
        u"ICMP messages received in a second that ask for an echo, as ping does."),
    protocol_rate(u"Received Echo Reply/sec", 602, IcmpField::received_echo_reply,
        u"ICMP messages received in a second that are echoes."),
    protocol_rate(u"Received Timestamp/sec", 604, IcmpField::received_timestamp,
        u"ICMP messages received in a second that ask for the time."),
    protocol_rate(u"Received Timestamp Reply/sec", 606, IcmpField::received_timestamp_reply,
        u"ICMP messages received in a second that tell the time."),
    protocol_count(u"Received Address Mask", 608, IcmpField::received_mask,
        u"ICMP messages received that ask for the address mask of the network."),
    protocol_count(u"Received Address Mask Reply", 610, IcmpField::received_mask_reply,
        u"ICMP messages received that tell the address mask of the network."),
    protocol_rate(u"Messages Sent/sec", 612, IcmpField::sent,
        u"ICMP messages in a second that were sent, or could not be."),
    protocol_count(
        u"Messages Outbound Errors", 614, IcmpField::sent_errors, u"ICMP messages that could not be sent."),
});

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
