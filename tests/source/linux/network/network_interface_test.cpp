// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "queue_messages.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view network = u"Network Interface";
constexpr std::int64_t range = std::int64_t{1} << 32U;

/// A line of /proc/net/dev.
std::string line(const std::string& name, std::int64_t bytes, std::int64_t packets, std::int64_t sent = 0,
    std::int64_t packets_sent = 0) {
    const auto text = [](std::int64_t count) { return " " + std::to_string(count); };
    return name + ":" + text(bytes) + text(packets) + " 0 0 0 0 0 0" + text(sent) + text(packets_sent) +
           " 0 0 0 0 0 0\n";
}

} // namespace

TEST_CASE("Network Interface has the values of /proc/net/dev, without loopback and without a total") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    CHECK(scene.instances(network) == Names{"eth0"});
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
        CHECK(scene.cell(network, u"eth0", row.counter) == row.value);
    }
    CHECK(scene.unique_id(network, u"eth0") == 2);
}

TEST_CASE("Network Adapter has the interfaces and values of Network Interface") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    constexpr std::u16string_view adapter = u"Network Adapter";
    CHECK(scene.instances(adapter) == scene.instances(network));
    const auto& objects = scene.source().catalogue()->objects;
    const auto& counters = objects[scene.position_of(network)].counters;
    CHECK(objects[scene.position_of(adapter)].counters.size() == counters.size());
    for (const auto& counter : counters) {
        CAPTURE(pdh_shim::to_utf8(counter.name).value());
        CHECK(scene.cell(adapter, u"eth0", counter.name) == scene.cell(network, u"eth0", counter.name));
    }
}

TEST_CASE("an unknown speed is 0") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/sys/class/net/eth0/speed", "-1\n");
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Current Bandwidth") == 0);
    scene.files().set_error("/sys/class/net/eth0/speed", pdh_shim::FileError::failed); // its cable is out
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Current Bandwidth") == 0);
}

TEST_CASE("packets that nothing on an interface takes are unknown ones, where the kernel counts them") {
    Scene scene;
    set_machine(scene.files());
    const std::string path = "/sys/class/net/eth0/statistics/rx_nohandler";
    scene.files().set(path, "17\n");
    scene.want(network, u"Packets Received Unknown");
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Packets Received Unknown") == 17);
    scene.files().forget();
    scene.files().set(path, "18\n");
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Packets Received Unknown") == 18);
    CHECK(scene.files().opens(path) == 0);
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.files().opens(path) == 1); // a child's own
    scene.files().remove(path);
    scene.collect();
    CHECK_FALSE(scene.cell(network, u"eth0", u"Packets Received Unknown"));
}

TEST_CASE("the length of an output queue is that of the kernel's list, which both objects share") {
    Scene scene;
    set_machine(scene.files());
    const std::string list(MemoryFiles::queues);
    const auto set_list = [&](const QueueMessages& messages) { scene.files().set(list, messages.text()); };
    set_list(QueueMessages().link(2, "eth0").link(8, "eth1").done().queue(2, 42).done());
    scene.files().set("/proc/net/dev", line("eth0", 1, 1) + line("eth1", 1, 1) + line("eth2", 1, 1));
    constexpr auto objects = std::to_array<std::u16string_view>({network, u"Network Adapter"});
    for (const std::u16string_view object : objects) {
        scene.want(object, u"Output Queue Length");
    }
    scene.files().forget();
    scene.collect();
    for (const std::u16string_view object : objects) {
        CHECK(scene.cell(object, u"eth0", u"Output Queue Length") == 42);
        CHECK(scene.cell(object, u"eth1", u"Output Queue Length") == 0);  // it is down
        CHECK_FALSE(scene.cell(object, u"eth2", u"Output Queue Length")); // it is newer than the list
    }
    CHECK(scene.files().reads(list) == 1);
    set_list(QueueMessages().link(2, "eth0").done().queue(2, 3).refused(-105));
    scene.collect();
    CHECK_FALSE(scene.cell(network, u"eth0", u"Output Queue Length"));
    set_list(QueueMessages().link(2, "eth0").done().queue(2, 3).done());
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Output Queue Length") == 3);
}

TEST_CASE("a machine whose kernel does not tell the queues has no counter of their length") {
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

TEST_CASE("a queue of an interface with the same name and another number is not taken") {
    Scene scene;
    set_machine(scene.files());
    const std::string list(MemoryFiles::queues);
    scene.files().set(list, QueueMessages().link(3, "eth0").done().queue(3, 42).done().text());
    scene.want(network, u"Output Queue Length");
    scene.collect();
    CHECK_FALSE(scene.cell(network, u"eth0", u"Output Queue Length"));
    scene.files().remove("/sys/class/net/eth0/ifindex"); // nothing tells them apart
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Output Queue Length") == 42);
}

TEST_CASE("a shortage at the first look does not take the counter of the queues away") {
    for (const auto shortage : {pdh_shim::FileError::too_many, pdh_shim::FileError::failed}) {
        Scene scene;
        set_machine(scene.files());
        const std::string list(MemoryFiles::queues);
        scene.files().set_error(list, shortage);
        scene.want(network, u"Output Queue Length");
        scene.collect();
        CHECK_FALSE(scene.cell(network, u"eth0", u"Output Queue Length"));
        scene.files().remove(list);
        scene.files().set(list, QueueMessages().link(2, "eth0").done().queue(2, 42).done().text());
        scene.collect();
        CHECK(scene.cell(network, u"eth0", u"Output Queue Length") == 42);
    }
}

TEST_CASE("a speed and queues are read only for counters that need them") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set(std::string(MemoryFiles::queues), QueueMessages().done().done().text());
    scene.want(network, u"Bytes Total/sec");
    scene.files().forget();
    scene.collect();
    CHECK(
        scene.files().read_paths() == std::set<std::string>{"/proc/net/dev", "/sys/class/net/eth0/ifindex"});
}

TEST_CASE("a 32-bit count of a driver continues when it wraps") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", line("eth0", range - 100, 5000, 10, 20));
    scene.collect();
    scene.files().set("/proc/net/dev", line("eth0", 50, 5003, 11, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == range + 50);
    CHECK(scene.cell(network, u"eth0", u"Bytes Total/sec") == range + 61);
    scene.files().set("/proc/net/dev", line("eth0", 80, 5004, 11, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == range + 80);
}

TEST_CASE("both directions may wrap at once") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", line("eth0", range - 100, 5000, range - 10, 20));
    scene.collect();
    scene.files().set("/proc/net/dev", line("eth0", 50, 5003, 5, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Total/sec") == 2 * range + 55);
}

TEST_CASE("counts that a restarted driver begins anew are passed on as they are") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", line("eth0", range - 100, 5000, 900, 20));
    scene.collect();
    const auto id = scene.unique_id(network, u"eth0");
    scene.files().set("/proc/net/dev", line("eth0", 50, 3, 0, 0));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == 50);
    CHECK(scene.cell(network, u"eth0", u"Packets Received/sec") == 3);
    CHECK(scene.unique_id(network, u"eth0") == id);
}

TEST_CASE("a count of 64 bits that falls has not wrapped") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", line("eth0", 10 * range, 5000));
    scene.collect();
    scene.files().set("/proc/net/dev", line("eth0", 50, 5003));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == 50);
}

TEST_CASE("an interface that comes back under its name with another index is another instance") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    const auto id = scene.unique_id(network, u"eth0");
    scene.files().replace("/sys/class/net/eth0/ifindex", "9\n");
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") == 9);
    CHECK(id == 2);
}

TEST_CASE("an interface without an index is another instance when it was away") {
    Scene scene;
    set_machine(scene.files());
    scene.files().remove("/sys/class/net/eth0/ifindex");
    scene.files().set("/proc/net/dev", line("eth0", 1, 1));
    scene.collect();
    const auto first = scene.unique_id(network, u"eth0");
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") == first);
    scene.files().set("/proc/net/dev", line("eth1", 1, 1));
    scene.collect();
    CHECK(scene.instances(network) == Names{"eth1"});
    scene.files().set("/proc/net/dev", line("eth0", 1, 1));
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") != first);
}

TEST_CASE("the index of an interface is read through a kept descriptor, but not by a child") {
    Scene scene;
    set_machine(scene.files());
    scene.want(network, u"Bytes Total/sec");
    scene.collect();
    scene.files().forget();
    scene.collect();
    CHECK(scene.files().opens("/sys/class/net/eth0/ifindex") == 0);
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.files().opens("/sys/class/net/eth0/ifindex") == 1);
}

TEST_CASE("the speed of an interface is read through a kept descriptor, but not by a child") {
    Scene scene;
    set_machine(scene.files());
    scene.want(network, u"Current Bandwidth");
    scene.collect();
    scene.files().forget();
    scene.files().set("/sys/class/net/eth0/speed", "100\n");
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Current Bandwidth") == 100'000'000);
    CHECK(scene.files().opens("/sys/class/net/eth0/speed") == 0);
    scene.files().replace("/sys/class/net/eth0/speed", "10\n");
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Current Bandwidth") == 10'000'000);
    scene.files().forget();
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.files().opens("/sys/class/net/eth0/speed") == 1);
}

TEST_CASE("interfaces that exchange their names keep neither index nor speed of the other") {
    // Linux lists interfaces by number, and did so by a hash of their names before.
    for (const bool by_number : {true, false}) {
        CAPTURE(by_number);
        Scene scene;
        set_machine(scene.files());
        const auto set = [&](const std::string& name, int index, int speed) {
            scene.files().set("/sys/class/net/" + name + "/ifindex", std::to_string(index) + "\n");
            scene.files().set("/sys/class/net/" + name + "/speed", std::to_string(speed) + "\n");
        };
        set("eth0", 2, 1000);
        set("eth1", 3, 10);
        scene.want(network);
        scene.files().set("/proc/net/dev", line("eth0", 50, 5) + line("eth1", 9000, 90));
        scene.collect();
        // What is open stays with its interface.
        scene.files().hide_folder("/sys/class/net/eth0");
        scene.files().hide_folder("/sys/class/net/eth1");
        set("eth1", 2, 1000);
        set("eth0", 3, 10);
        const std::string second = line("eth1", 60, 6);
        const std::string third = line("eth0", 9100, 91);
        scene.files().set("/proc/net/dev", by_number ? second + third : third + second);
        scene.collect();
        CHECK(scene.unique_id(network, u"eth0") == 3);
        CHECK(scene.unique_id(network, u"eth1") == 2);
        CHECK(scene.cell(network, u"eth0", u"Current Bandwidth") == 10'000'000);
        CHECK(scene.cell(network, u"eth1", u"Current Bandwidth") == 1'000'000'000);
    }
}

TEST_CASE("without a readable /proc/net/dev the object has no data") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    scene.files().set_error("/proc/net/dev", pdh_shim::FileError::failed);
    scene.collect();
    CHECK(scene.of(network).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE("an interface that is gone leaves neither descriptors nor memory behind") {
    Scene scene;
    set_machine(scene.files());
    scene.want(network, u"Bytes Total/sec");
    scene.collect();
    const auto before = scene.files().open_files();
    const std::string header = "Inter-|\n face |\n";
    for (int i = 0; i < 100; ++i) {
        const std::string name = "veth" + std::to_string(i);
        scene.files().set("/sys/class/net/" + name + "/ifindex", std::to_string(1000 + i) + "\n");
        scene.files().set("/proc/net/dev", header + line("eth0", 1, 1) + line(name, 10, 1));
        scene.collect();
        CHECK(scene.instances(network) == Names{"eth0", name});
        CHECK(scene.files().open_files() == before + 1);
    }
    scene.files().set("/proc/net/dev", header + line("eth0", 1, 1));
    scene.collect();
    CHECK(scene.files().open_files() == before);
}

TEST_CASE("an interface without a number that goes and comes back is another one") {
    Scene scene;
    set_machine(scene.files());
    scene.files().remove_folder("/sys/class/net/eth0");
    scene.want(network, u"Bytes Total/sec");
    scene.collect();
    const auto first = scene.unique_id(network, u"eth0");
    scene.files().set("/proc/net/dev", line("lo", 1, 1));
    scene.collect();
    scene.files().set("/proc/net/dev", line("eth0", 1, 1));
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") != first);
}
