// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/instance_writer.h"
#include "network_scene.h"
#include "queue_messages.h"
#include "source/linux/network/network_state.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::int64_t range = std::int64_t{1} << 32U;

} // namespace

TEST_CASE("lengths of queues are needed no more where the kernel does not tell them") {
    MemoryFiles files;
    const std::string list(MemoryFiles::queues);
    const Inputs wanted = inputs::output_queues | inputs::link_speed;
    CHECK(find_output_queues(files, wanted) == inputs::link_speed);
    files.set(list, QueueMessages().done().done().text());
    CHECK(find_output_queues(files, wanted) == wanted);
    files.set(list, "not a message of rtnetlink");
    CHECK(find_output_queues(files, wanted) == inputs::link_speed);
    files.set_error(list, pdh_shim::FileError::failed);
    CHECK(find_output_queues(files, wanted) == wanted); // it may answer another time
    files.forget();
    CHECK(find_output_queues(files, inputs::link_speed) == inputs::link_speed);
    CHECK(files.reads(list) == 0);
}

TEST_CASE("a count whose 32 bits wrapped is carried on only while its companion grows") {
    for (const bool companion_falls : {false, true}) {
        CAPTURE(companion_falls);
        MemoryFiles files;
        NetworkState networks(files);
        networks.update(net_line("eth0", 7, range - 1), 0);
        networks.update(net_line("eth0", companion_falls ? 6 : 8, 1), 0);
        std::vector<std::uint32_t> wanted;
        pdh_shim::model::ObjectSnapshot snapshot;
        const std::vector<std::uint8_t> fields{NetworkField::packets_received};
        const pdh_shim::model::ObjectRequest request{.object = 0, .columns = {true}};
        pdh_shim::model::InstanceWriter instances(fields, request, wanted, snapshot);
        networks.write(instances);
        REQUIRE(snapshot.rows() == 1);
        CHECK(snapshot.cell(0, 0) == (companion_falls ? 1 : range + 1));
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
    scene.files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, 10, 20));
    scene.collect();
    scene.files().set("/proc/net/dev", net_line("eth0", 50, 5003, 11, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == range + 50);
    CHECK(scene.cell(network, u"eth0", u"Bytes Total/sec") == range + 61);
    scene.files().set("/proc/net/dev", net_line("eth0", 80, 5004, 11, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == range + 80);
}

TEST_CASE("both directions may wrap at once") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, range - 10, 20));
    scene.collect();
    scene.files().set("/proc/net/dev", net_line("eth0", 50, 5003, 5, 21));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Total/sec") == 2 * range + 55);
}

TEST_CASE("counts that a restarted driver begins anew are passed on as they are") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, 900, 20));
    scene.collect();
    const auto id = scene.unique_id(network, u"eth0");
    scene.files().set("/proc/net/dev", net_line("eth0", 50, 3, 0, 0));
    scene.collect();
    CHECK(scene.cell(network, u"eth0", u"Bytes Received/sec") == 50);
    CHECK(scene.cell(network, u"eth0", u"Packets Received/sec") == 3);
    CHECK(scene.unique_id(network, u"eth0") == id);
}

TEST_CASE("a count of 64 bits that falls has not wrapped") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/net/dev", net_line("eth0", 10 * range, 5000));
    scene.collect();
    scene.files().set("/proc/net/dev", net_line("eth0", 50, 5003));
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
    scene.files().set("/proc/net/dev", net_line("eth0", 1, 1));
    scene.collect();
    const auto first = scene.unique_id(network, u"eth0");
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") == first);
    scene.files().set("/proc/net/dev", net_line("eth1", 1, 1));
    scene.collect();
    CHECK(scene.instances(network) == Names{"eth1"});
    scene.files().set("/proc/net/dev", net_line("eth0", 1, 1));
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
        scene.files().set("/proc/net/dev", net_line("eth0", 50, 5) + net_line("eth1", 9000, 90));
        scene.collect();
        // What is open stays with its interface.
        scene.files().hide_folder("/sys/class/net/eth0");
        scene.files().hide_folder("/sys/class/net/eth1");
        set("eth1", 2, 1000);
        set("eth0", 3, 10);
        const std::string second = net_line("eth1", 60, 6);
        const std::string third = net_line("eth0", 9100, 91);
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
        scene.files().set("/proc/net/dev", header + net_line("eth0", 1, 1) + net_line(name, 10, 1));
        scene.collect();
        CHECK(scene.instances(network) == Names{"eth0", name});
        CHECK(scene.files().open_files() == before + 1);
    }
    scene.files().set("/proc/net/dev", header + net_line("eth0", 1, 1));
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
    scene.files().set("/proc/net/dev", net_line("lo", 1, 1));
    scene.collect();
    scene.files().set("/proc/net/dev", net_line("eth0", 1, 1));
    scene.collect();
    CHECK(scene.unique_id(network, u"eth0") != first);
}
