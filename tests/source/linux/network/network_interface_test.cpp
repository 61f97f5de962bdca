// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "network_scene.h"
#include "queue_messages.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(MachineScene, "Network Interface has /proc/net/dev, without loopback and without a total") {
    collect();
    CHECK(instances(network) == Names{"eth0"});
    struct Row {
        std::u16string_view counter;
        std::int64_t value;
    };
    constexpr auto rows = std::to_array<Row>({
        {u"Bytes Total/sec", 11'000},
        {u"Packets/sec", 90},
        {u"Packets Received/sec", 40},
        {u"Packets Sent/sec", 50},
        {u"Current Bandwidth", 1'000'000'000},
        {u"Bytes Received/sec", 5000},
        {u"Packets Received Unicast/sec", 37},
        {u"Packets Received Non-Unicast/sec", 3},
        {u"Packets Received Discarded", 2},
        {u"Packets Received Errors", 1},
        {u"Bytes Sent/sec", 6000},
        {u"Packets Outbound Discarded", 5},
        {u"Packets Outbound Errors", 4},
    });
    for (const Row& row : rows) {
        CAPTURE(pdh_shim::to_utf8(row.counter).value());
        CHECK(cell(network, u"eth0", row.counter) == row.value);
    }
    CHECK(unique_id(network, u"eth0") == 2);
}

TEST_CASE_FIXTURE(MachineScene, "Network Adapter has the interfaces and values of Network Interface") {
    collect();
    constexpr std::u16string_view adapter = u"Network Adapter";
    CHECK(instances(adapter) == instances(network));
    const auto& objects = source().catalogue()->objects;
    const auto& counters = objects[position_of(network)].counters;
    CHECK(objects[position_of(adapter)].counters.size() == counters.size());
    for (const auto& counter : counters) {
        CAPTURE(pdh_shim::to_utf8(counter.name).value());
        CHECK(cell(adapter, u"eth0", counter.name) == cell(network, u"eth0", counter.name));
    }
}

TEST_CASE_FIXTURE(
    MachineScene, "the length of an output queue is in the kernel's list, which both objects share") {
    const std::string list(MemoryFiles::queues);
    const auto set_list = [&](const QueueMessages& messages) { files().set(list, messages.text()); };
    set_list(QueueMessages().link(2, "eth0").link(8, "eth1").done().queue(2, 42).done());
    files().set("/proc/net/dev", net_line("eth0", 1, 1) + net_line("eth1", 1, 1) + net_line("eth2", 1, 1));
    constexpr auto objects = std::to_array<std::u16string_view>({network, u"Network Adapter"});
    for (const std::u16string_view object : objects) {
        want(object, u"Output Queue Length");
    }
    files().forget();
    collect();
    for (const std::u16string_view object : objects) {
        CHECK(cell(object, u"eth0", u"Output Queue Length") == 42);
        CHECK(cell(object, u"eth1", u"Output Queue Length") == 0);  // it is down
        CHECK_FALSE(cell(object, u"eth2", u"Output Queue Length")); // it is newer than the list
    }
    CHECK(files().reads(list) == 1);
    set_list(QueueMessages().link(2, "eth0").done().queue(2, 3).refused(-105));
    collect();
    CHECK_FALSE(cell(network, u"eth0", u"Output Queue Length"));
    set_list(QueueMessages().link(2, "eth0").done().queue(2, 3).done());
    collect();
    CHECK(cell(network, u"eth0", u"Output Queue Length") == 3);
}

TEST_CASE("without the kernel's queue lengths there is no counter of them") {
    for (const bool answers : {false, true}) {
        Scene scene;
        set_machine(scene.files());
        if (answers) {
            scene.files().set(std::string(MemoryFiles::queues), QueueMessages().done().refused(-95).text());
        }
        CHECK_FALSE(scene.lists(network, u"Output Queue Length"));
        scene.want(network, u"Bytes Total/sec");
        scene.collect();
        CHECK(scene.cell(network, u"eth0", u"Bytes Total/sec") == 11'000);
    }
}

namespace {

constexpr std::u16string_view rdma = u"RDMA Activity";

void set_count(Scene& scene, const std::string& port, const std::string& file, const std::string& text) {
    scene.files().set("/sys/class/infiniband/" + port + "/counters/" + file, text + "\n");
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "RDMA Activity has the bytes and packets of each port") {
    set_count(*this, "mlx5_0/ports/2", "port_rcv_data", "1000");
    set_count(*this, "mlx5_0/ports/2", "port_xmit_data", "2000");
    set_count(*this, "mlx5_0/ports/2", "port_rcv_packets", "30");
    set_count(*this, "mlx5_0/ports/2", "port_xmit_packets", "40");
    set_count(*this, "mlx5_0/ports/10", "port_rcv_data", "N/A (no PMA)");
    want(rdma);
    collect();
    CHECK(instances(rdma) == std::vector<std::string>{"mlx5_0:2", "mlx5_0:10"});
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Inbound Bytes/sec") == 4000); // words of 4 bytes
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Outbound Bytes/sec") == 8000);
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Inbound Frames/sec") == 30);
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Outbound Frames/sec") == 40);
    CHECK_FALSE(cell(rdma, u"mlx5_0:10", u"RDMA Inbound Bytes/sec"));
    CHECK_FALSE(cell(rdma, u"mlx5_0:10", u"RDMA Inbound Frames/sec"));
    CHECK(source().unmeasured(rdma, u"RDMA Active Connections"));
    files().remove_folder("/sys/class/infiniband");
    collect();
    CHECK(of(rdma).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE_FIXTURE(MachineScene, "a machine without RDMA does not list RDMA Activity") {
    files().make_folder("/sys/class/infiniband");
    CHECK_FALSE(lists(rdma));
}
