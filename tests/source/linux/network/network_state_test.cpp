// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/instance_writer.h"
#include "network_scene.h"
#include "queue_messages.h"
#include "source/linux/network/network_state.h"
#include "source/linux/network/queue_list.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::int64_t range = std::int64_t{1} << 32U;

} // namespace

TEST_CASE("lengths of queues are not needed where the kernel does not report them") {
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

TEST_CASE_FIXTURE(MachineScene, "an unknown speed is 0") {
    files().set("/sys/class/net/eth0/speed", "-1\n");
    collect();
    CHECK(cell(network, u"eth0", u"Current Bandwidth") == 0);
    files().set_error("/sys/class/net/eth0/speed", pdh_shim::FileError::failed); // its cable is out
    collect();
    CHECK(cell(network, u"eth0", u"Current Bandwidth") == 0);
}

TEST_CASE_FIXTURE(MachineScene, "packets that nothing takes are unknown ones, where the kernel counts them") {
    const std::string path = "/sys/class/net/eth0/statistics/rx_nohandler";
    files().set(path, "17\n");
    want(network, u"Packets Received Unknown");
    collect();
    CHECK(cell(network, u"eth0", u"Packets Received Unknown") == 17);
    files().forget();
    files().set(path, "18\n");
    collect();
    CHECK(cell(network, u"eth0", u"Packets Received Unknown") == 18);
    CHECK(files().opens(path) == 0);
    files().set_process_id(2000);
    collect();
    CHECK(files().opens(path) == 1); // a child's own
    files().remove(path);
    collect();
    CHECK_FALSE(cell(network, u"eth0", u"Packets Received Unknown"));
}

TEST_CASE_FIXTURE(
    MachineScene, "a queue of an interface with the same name and another number is not taken") {
    const std::string list(MemoryFiles::queues);
    files().set(list, QueueMessages().link(3, "eth0").done().queue(3, 42).done().text());
    want(network, u"Output Queue Length");
    collect();
    CHECK_FALSE(cell(network, u"eth0", u"Output Queue Length"));
    files().remove("/sys/class/net/eth0/ifindex"); // nothing tells them apart
    collect();
    CHECK(cell(network, u"eth0", u"Output Queue Length") == 42);
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

TEST_CASE_FIXTURE(MachineScene, "a speed and queues are read only for counters that need them") {
    files().set(std::string(MemoryFiles::queues), QueueMessages().done().done().text());
    want(network, u"Bytes Total/sec");
    files().forget();
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/proc/net/dev", "/sys/class/net/eth0/ifindex"});
}

TEST_CASE_FIXTURE(MachineScene, "a 32-bit count of a driver continues when it wraps") {
    files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, 10, 20));
    collect();
    files().set("/proc/net/dev", net_line("eth0", 50, 5003, 11, 21));
    collect();
    CHECK(cell(network, u"eth0", u"Bytes Received/sec") == range + 50);
    CHECK(cell(network, u"eth0", u"Bytes Total/sec") == range + 61);
    files().set("/proc/net/dev", net_line("eth0", 80, 5004, 11, 21));
    collect();
    CHECK(cell(network, u"eth0", u"Bytes Received/sec") == range + 80);
}

TEST_CASE_FIXTURE(MachineScene, "both directions may wrap at once") {
    files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, range - 10, 20));
    collect();
    files().set("/proc/net/dev", net_line("eth0", 50, 5003, 5, 21));
    collect();
    CHECK(cell(network, u"eth0", u"Bytes Total/sec") == 2 * range + 55);
}

TEST_CASE_FIXTURE(MachineScene, "counts that a restarted driver begins anew are passed on as they are") {
    files().set("/proc/net/dev", net_line("eth0", range - 100, 5000, 900, 20));
    collect();
    const auto id = unique_id(network, u"eth0");
    files().set("/proc/net/dev", net_line("eth0", 50, 3, 0, 0));
    collect();
    CHECK(cell(network, u"eth0", u"Bytes Received/sec") == 50);
    CHECK(cell(network, u"eth0", u"Packets Received/sec") == 3);
    CHECK(unique_id(network, u"eth0") == id);
}

TEST_CASE_FIXTURE(MachineScene, "a count of 64 bits that falls has not wrapped") {
    files().set("/proc/net/dev", net_line("eth0", 10 * range, 5000));
    collect();
    files().set("/proc/net/dev", net_line("eth0", 50, 5003));
    collect();
    CHECK(cell(network, u"eth0", u"Bytes Received/sec") == 50);
}

TEST_CASE_FIXTURE(
    MachineScene, "an interface that returns under its name with another index is a new instance") {
    collect();
    const auto id = unique_id(network, u"eth0");
    files().replace("/sys/class/net/eth0/ifindex", "9\n");
    collect();
    CHECK(unique_id(network, u"eth0") == 9);
    CHECK(id == 2);
}

TEST_CASE_FIXTURE(MachineScene, "an interface without an index is another instance when it was away") {
    files().remove("/sys/class/net/eth0/ifindex");
    files().set("/proc/net/dev", net_line("eth0", 1, 1));
    collect();
    const auto first = unique_id(network, u"eth0");
    collect();
    CHECK(unique_id(network, u"eth0") == first);
    files().set("/proc/net/dev", net_line("eth1", 1, 1));
    collect();
    CHECK(instances(network) == Names{"eth1"});
    files().set("/proc/net/dev", net_line("eth0", 1, 1));
    collect();
    CHECK(unique_id(network, u"eth0") != first);
}

TEST_CASE_FIXTURE(
    MachineScene, "the index of an interface is read through a kept descriptor, but not by a child") {
    want(network, u"Bytes Total/sec");
    collect();
    files().forget();
    collect();
    CHECK(files().opens("/sys/class/net/eth0/ifindex") == 0);
    files().set_process_id(2000);
    collect();
    CHECK(files().opens("/sys/class/net/eth0/ifindex") == 1);
}

TEST_CASE_FIXTURE(
    MachineScene, "the speed of an interface is read through a kept descriptor, but not by a child") {
    want(network, u"Current Bandwidth");
    collect();
    files().forget();
    files().set("/sys/class/net/eth0/speed", "100\n");
    collect();
    CHECK(cell(network, u"eth0", u"Current Bandwidth") == 100'000'000);
    CHECK(files().opens("/sys/class/net/eth0/speed") == 0);
    files().replace("/sys/class/net/eth0/speed", "10\n");
    collect();
    CHECK(cell(network, u"eth0", u"Current Bandwidth") == 10'000'000);
    files().forget();
    files().set_process_id(2000);
    collect();
    CHECK(files().opens("/sys/class/net/eth0/speed") == 1);
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

TEST_CASE_FIXTURE(MachineScene, "without a readable /proc/net/dev the object has no data") {
    collect();
    files().set_error("/proc/net/dev", pdh_shim::FileError::failed);
    collect();
    CHECK(of(network).status() == pdh_shim::Status::cstatus_invalid_data);
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

TEST_CASE_FIXTURE(MachineScene, "an interface without a number that goes and comes back is another one") {
    files().remove_folder("/sys/class/net/eth0");
    want(network, u"Bytes Total/sec");
    collect();
    const auto first = unique_id(network, u"eth0");
    files().set("/proc/net/dev", net_line("lo", 1, 1));
    collect();
    files().set("/proc/net/dev", net_line("eth0", 1, 1));
    collect();
    CHECK(unique_id(network, u"eth0") != first);
}

using pdh_shim::test::QueueMessages;

namespace {

using Lengths = std::vector<std::pair<std::string, std::int64_t>>; // of interfaces

Lengths lengths_of(const std::vector<OutputQueue>& queues) {
    Lengths lengths;
    for (const OutputQueue& queue : queues) {
        lengths.emplace_back(queue.interface, queue.packets);
    }
    return lengths;
}

} // namespace

TEST_CASE("the recorded queues of a machine have the lengths that tc showed there") {
    // veth0 had a token bucket with 72 packets, and veth2 classes with 20 packets in a queue below them.
    std::ifstream file(TEST_DATA "/../fuzz/corpus/queue_list/recorded", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<OutputQueue> queues;
    REQUIRE(parse_output_queues(std::as_bytes(std::span(text)), queues, std::endian::little));
    CHECK(lengths_of(queues) == Lengths{{"down0", 0}, {"down1", 0}, {"lo", 0}, {"veth0", 72}, {"veth1", 0},
                                    {"veth2", 20}, {"veth3", 0}});
}

TEST_CASE("queues are sorted by interface, and those below others are left out") {
    QueueMessages messages;
    messages.link(9, "a").link(2, "c").link(3, "b").done();
    messages.queue(9, 5)
        .queue(9, 6, 0x1'0000)
        .queue(2, UINT32_MAX)
        .queue(2, 1, 0xFFFF'FFF1)
        .queue(4, 1)
        .done();
    std::vector<OutputQueue> queues;
    REQUIRE(parse_output_queues(messages.bytes(), queues));
    CHECK(lengths_of(queues) == Lengths{{"a", 5}, {"b", 0}, {"c", UINT32_MAX}});
}

TEST_CASE("answers about queues that are cut or end with an error are not complete") {
    std::vector<OutputQueue> queues;
    QueueMessages messages;
    messages.link(2, "eth0").link(3, "eth1").done().queue(2, 1).queue(3, 1).done();
    for (std::size_t size = 0; size < messages.bytes().size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(parse_output_queues(messages.bytes().first(size), queues));
    }
    CHECK(parse_output_queues(messages.bytes(), queues));
    CHECK(parse_output_queues(QueueMessages().done().done().bytes(), queues));
    CHECK(queues.empty());
    CHECK_FALSE(parse_output_queues(QueueMessages().done().queue(2, 1).done(-12).bytes(), queues));
    CHECK_FALSE(parse_output_queues(QueueMessages().done(-12).done().bytes(), queues));
    CHECK_FALSE(parse_output_queues(QueueMessages().done().refused(-95).bytes(), queues));
}
