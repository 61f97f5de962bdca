// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/performance_object.h"
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

Needs find_rdma_ports(FileSystem& files, Needs /*wanted*/) {
    const auto ports = list_rdma_ports(files);
    return ports && !ports.value().empty() ? rdma_ports : 0;
}

/// The ports of RDMA devices as they are now.
class RdmaActivity final : public Sampler {
  public:
    explicit RdmaActivity(const Shown& shown) : files_(shown.files) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    struct PortValues {
        std::u16string name;
        std::array<std::int64_t, RdmaField::count> values{};
    };

    [[nodiscard]] PortValues read(const RdmaPort& port);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<PortValues> ports_;
    bool readable_ = false;
};

void RdmaActivity::sample(const Collect& /*collect*/, Needs /*needed*/) {
    const auto ports = list_rdma_ports(files_);
    readable_ = ports.has_value();
    std::vector<PortValues> rows;
    if (readable_) {
        for (const RdmaPort& port : ports.value()) {
            rows.push_back(read(port));
        }
    }
    ports_.swap(rows);
}

RdmaActivity::PortValues RdmaActivity::read(const RdmaPort& port) {
    constexpr std::int64_t word = 4; // bytes, in which data is counted
    const std::string number = std::to_string(port.number);
    const std::string folder = rdma_folder + ("/" + port.device) + "/ports/" + number + "/counters/";
    const auto count = [&](const char* file) { return read_number(files_, folder + file, buffer_); };
    PortValues row;
    row.name = model::kernel_instance(port.device + ":" + number);
    row.values = {scaled(count("port_rcv_data"), word), scaled(count("port_xmit_data"), word),
        count("port_rcv_packets"), count("port_xmit_packets")};
    return row;
}

void RdmaActivity::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (const PortValues& port : ports_) {
        instances.add(port.name, model::no_unique_id, port.values);
    }
}

} // namespace

constexpr ObjectTable objects::rdma_activity{u"RDMA Activity", 0, model::Instances::multi, {rdma_ports}, {},
    u"RDMA Inbound Bytes/sec", u"What goes over the ports of devices that can do RDMA.", rdma_rows,
    find_rdma_ports, nullptr, open<RdmaActivity>};

} // namespace pdh_shim::source::linux
