// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Needs rdma_ports = needs::own(0);

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
