// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/performance_object.h"
#include "source/linux/network/network_state.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

// The counters that Network Interface and Network Adapter share; the latter's names have no fixed indexes.
constexpr auto network_rows = std::to_array<CounterRow>({
    {u"Bytes Total/sec", 388, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes, u"Bytes received and sent on the interface in a second, framing included."},
    {u"Packets/sec", 400, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets, u"Packets received and sent on the interface in a second."},
    {u"Packets Received/sec", 266, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets_received, u"Packets received on the interface in a second."},
    {u"Packets Sent/sec", 452, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets_sent, u"Packets sent on the interface in a second."},
    {u"Current Bandwidth", 520, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        needs::link_speed, NetworkField::bandwidth,
        u"Speed of the interface's link in bits per second, 0 if it is not known."},
    {u"Bytes Received/sec", 264, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes_received, u"Bytes received on the interface in a second, framing included."},
    {u"Packets Received Unicast/sec", 524, CounterType::perf_counter_bulk_count, model::Detail::expert, {},
        NetworkField::received_unicast, u"Packets received in a second that were not sent to many."},
    {u"Packets Received Non-Unicast/sec", 526, CounterType::perf_counter_bulk_count, model::Detail::expert,
        {}, NetworkField::received_multicast, u"Packets received in a second that were sent to many."},
    {u"Packets Received Discarded", 528, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        {}, NetworkField::received_discarded,
        u"Packets received and thrown away although nothing was wrong with them."},
    {u"Packets Received Errors", 530, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        NetworkField::received_errors, u"Packets received with errors."},
    {u"Packets Received Unknown", 532, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        needs::packets_without_handler, NetworkField::received_unknown,
        u"Packets received and thrown away because nothing on the interface takes any."},
    {u"Bytes Sent/sec", 506, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes_sent, u"Bytes sent on the interface in a second, framing included."},
    {u"Packets Outbound Discarded", 540, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        {}, NetworkField::sent_discarded,
        u"Packets to be sent that were thrown away although nothing was wrong with them."},
    {u"Packets Outbound Errors", 542, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        NetworkField::sent_errors, u"Packets that could not be sent because of errors."},
    {u"Output Queue Length", 544, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        needs::output_queues, NetworkField::output_queue, u"Packets that wait to be sent on the interface."},
});

void write_networks(const Shown& shown, InstanceWriter& instances) {
    shown.networks.write(instances);
}

} // namespace

constexpr ObjectTable objects::network_interface{u"Network Interface", 510, model::Instances::multi,
    {net_dev_file}, {}, u"Bytes Total/sec",
    u"What goes over the network interfaces, except the loopback one.", network_rows, find_output_queues,
    write_networks};

namespace {

constexpr auto adapter_rows = model::without_indexes(network_rows);

} // namespace

constexpr ObjectTable objects::network_adapter{u"Network Adapter", 0, model::Instances::multi, {net_dev_file},
    {}, u"Bytes Total/sec",
    u"What goes over the physical and virtual network interfaces, except the loopback one.", adapter_rows,
    find_output_queues, write_networks};

} // namespace pdh_shim::source::linux
