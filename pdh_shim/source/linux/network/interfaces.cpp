// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/network/network_state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
        inputs::link_speed, NetworkField::bandwidth,
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
        inputs::packets_without_handler, NetworkField::received_unknown,
        u"Packets received and thrown away because nothing on the interface takes any."},
    {u"Bytes Sent/sec", 506, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes_sent, u"Bytes sent on the interface in a second, framing included."},
    {u"Packets Outbound Discarded", 540, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        {}, NetworkField::sent_discarded,
        u"Packets to be sent that were thrown away although nothing was wrong with them."},
    {u"Packets Outbound Errors", 542, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        NetworkField::sent_errors, u"Packets that could not be sent because of errors."},
    {u"Output Queue Length", 544, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        inputs::output_queues, NetworkField::output_queue, u"Packets that wait to be sent on the interface."},
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

namespace {

constexpr Inputs rdma_ports = inputs::own(0);

struct RdmaField {
    enum Index : std::uint8_t { bytes_in, bytes_out, frames_in, frames_out, count };
};

constexpr auto rdma_rows = std::to_array<CounterRow>({
    {u"RDMA Inbound Bytes/sec", 0, CounterType::perf_counter_bulk_count, model::Detail::novice, {},
        RdmaField::bytes_in, u"Bytes that the port received in a second."},
    {u"RDMA Outbound Bytes/sec", 0, CounterType::perf_counter_bulk_count, model::Detail::novice, {},
        RdmaField::bytes_out, u"Bytes that the port sent in a second."},
    {u"RDMA Inbound Frames/sec", 0, CounterType::perf_counter_bulk_count, model::Detail::novice, {},
        RdmaField::frames_in, u"Packets that the port received in a second."},
    {u"RDMA Outbound Frames/sec", 0, CounterType::perf_counter_bulk_count, model::Detail::novice, {},
        RdmaField::frames_out, u"Packets that the port sent in a second."},
});

constexpr const char* rdma_folder = "/sys/class/infiniband";

/// A port of a device.
struct RdmaPort {
    std::string device;
    std::int64_t number = 0;
};

FileResult<std::vector<RdmaPort>> list_rdma_ports(FileSystem& files) {
    std::vector<std::string> devices;
    const auto listed = files.list(rdma_folder, [&](std::string_view name) { devices.emplace_back(name); });
    if (!listed) {
        return listed.error();
    }
    std::ranges::sort(devices);
    std::vector<RdmaPort> ports;
    for (const std::string& device : devices) {
        const auto numbers = list_numbers(files, rdma_folder + ("/" + device) + "/ports",
            [](std::string_view name) { return number_after(name, ""); });
        if (numbers) {
            for (const std::int64_t number : numbers.value()) {
                ports.push_back({device, number});
            }
        }
    }
    return ports;
}

using RdmaPorts = ListedInstances<RdmaField::count>;

RdmaPorts read_rdma_ports(FileSystem& files, FileBuffer& buffer, const RdmaPorts& /*before*/) {
    constexpr std::int64_t word = 4; // bytes, in which data is counted
    const auto ports = list_rdma_ports(files);
    if (!ports) {
        return std::nullopt;
    }
    RdmaPorts read(std::in_place);
    for (const RdmaPort& port : ports.value()) {
        const std::string number = std::to_string(port.number);
        const std::string folder = rdma_folder + ("/" + port.device) + "/ports/" + number + "/counters/";
        const auto count = [&](const char* file) { return read_number(files, folder + file, buffer); };
        read->push_back({.name = model::kernel_instance(port.device + ":" + number),
            .values = {scaled(count("port_rcv_data"), word), scaled(count("port_xmit_data"), word),
                count("port_rcv_packets"), count("port_xmit_packets")}});
    }
    return read;
}

} // namespace

constexpr ObjectTable objects::rdma_activity{u"RDMA Activity", 0, model::Instances::multi, {rdma_ports}, {},
    u"RDMA Inbound Bytes/sec", u"What goes over the ports of devices that can do RDMA.", rdma_rows,
    find_listed<list_rdma_ports>, nullptr, open<ListedObject<RdmaField::count, read_rdma_ports>>};

} // namespace pdh_shim::source::linux
