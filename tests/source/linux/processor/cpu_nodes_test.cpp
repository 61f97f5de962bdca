// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu_nodes.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

/// CPUs with the numbers from 0, which are all online.
std::vector<Cpu> online_cpus(std::uint32_t count) {
    std::vector<Cpu> cpus(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        cpus[number].number = number;
        cpus[number].present = true;
    }
    return cpus;
}

} // namespace

TEST_CASE("folders and numbers that are not nodes or CPUs are passed over") {
    MemoryFiles files;
    files.set("/sys/devices/system/node/node1/cpulist", "1,7,x\n");
    files.set("/sys/devices/system/node/node1/cpu-3/online", "1\n");
    files.set("/sys/devices/system/node/node1/cpufreq/online", "1\n");
    files.set("/sys/devices/system/node/node-2/cpulist", "0\n");
    files.set("/sys/devices/system/node/node2x/cpulist", "0\n");
    files.set("/sys/devices/system/node/node3/meminfo", "\n"); // it has no list
    files.set("/sys/devices/system/node/online", "0-1\n");
    std::vector<Cpu> cpus = online_cpus(2);
    CpuNodes nodes(files);
    nodes.find(cpus);
    CHECK(cpus[0].node_name == u"0,0");
    CHECK(cpus[1].node_name == u"1,0");
    REQUIRE(nodes.all().size() == 2);
    CHECK(nodes.all()[0].total_name == u"0,_Total");
    CHECK(nodes.all()[1].total_name == u"1,_Total");
}

TEST_CASE("nodes are looked for once, until they are to be looked for again") {
    MemoryFiles files;
    files.set("/sys/devices/system/node/node0/cpulist", "0-1\n");
    std::vector<Cpu> cpus = online_cpus(2);
    CpuNodes nodes(files);
    nodes.find(cpus);
    files.set("/sys/devices/system/node/node0/cpulist", "0\n");
    files.set("/sys/devices/system/node/node4/cpulist", "1\n");
    nodes.find(cpus);
    CHECK(cpus[1].node_name == u"0,1");
    nodes.forget();
    nodes.find(cpus);
    CHECK(cpus[1].node_name == u"4,0");
}

TEST_CASE("the total of a node is of its CPUs that are online, with the time of the sample") {
    MemoryFiles files;
    files.set("/sys/devices/system/node/node0/cpulist", "0,2\n");
    files.set("/sys/devices/system/node/node1/cpulist", "1\n");
    std::vector<Cpu> cpus = online_cpus(3);
    for (Cpu& cpu : cpus) {
        cpu.now[CpuField::user] = 10 + 20 * cpu.number;
        cpu.now[CpuField::interrupts] = 100;
    }
    CpuNodes nodes(files);
    nodes.find(cpus);
    nodes.sum_up(cpus, 99);
    REQUIRE(nodes.all().size() == 2);
    CHECK(nodes.all()[0].values[CpuField::user] == 30);
    CHECK(nodes.all()[0].values[CpuField::interrupts] == 200);
    CHECK(nodes.all()[1].values[CpuField::user] == 30);
    CHECK(nodes.all()[1].values[CpuField::interrupts] == 100);
    CHECK(nodes.all()[1].values[CpuField::time] == 99);
}

TEST_CASE("Processor Information names CPUs by memory node and number in it, with a total for each node") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set(
        "/proc/stat", cpu_line(0, 1, 10) + cpu_line(1, 2, 20) + cpu_line(2, 3, 30) + cpu_line(3, 5, 50));
    scene.files().set("/sys/devices/system/node/node0/cpulist", "0,2\n");
    scene.files().set("/sys/devices/system/node/node1/cpulist", "1,3\n");
    scene.collect();
    CHECK(
        scene.instances(information) == Names{"0,0", "0,1", "0,_Total", "1,0", "1,1", "1,_Total", "_Total"});
    CHECK(scene.cell(information, u"0,1", u"% User Time") == ticks(3));
    CHECK(scene.cell(information, u"1,1", u"% User Time") == ticks(5));
    CHECK(scene.cell(information, u"0,_Total", u"% User Time") == ticks(2));
    CHECK(scene.cell(information, u"1,_Total", u"% User Time") == ticks(7) / 2);
    CHECK(scene.cell(information, u"_Total", u"% User Time") == ticks(11) / 4);
}

TEST_CASE("a CPU keeps its number in its memory node while another one of the node is offline") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/stat", cpu_line(0, 1, 10) + cpu_line(2, 3, 30));
    scene.files().set("/sys/devices/system/node/node0/cpulist", "0\n");
    scene.files().set("/sys/devices/system/node/node1/cpulist", "2\n");
    for (const std::string cpu : {"node0/cpu0", "node1/cpu1", "node1/cpu2"}) {
        scene.files().set("/sys/devices/system/node/" + cpu + "/online", "1\n");
    }
    scene.collect();
    CHECK(scene.instances(information) == Names{"0,0", "0,_Total", "1,1", "1,_Total", "_Total"});
    CHECK(scene.cell(information, u"1,1", u"% User Time") == ticks(3));
}

TEST_CASE("without memory nodes all CPUs are of node 0") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    CHECK(scene.instances(information) == Names{"0,0", "0,1", "0,_Total", "_Total"});
}

TEST_CASE("a node whose CPUs are all offline has no instances") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/sys/devices/system/node/node0/cpulist", "0\n");
    scene.files().set("/sys/devices/system/node/node1/cpulist", "1\n");
    scene.collect();
    CHECK(scene.instances(information) == Names{"0,0", "0,_Total", "1,0", "1,_Total", "_Total"});
    scene.files().set("/proc/stat", cpu_line(0, 1, 10));
    scene.collect();
    CHECK(scene.instances(information) == Names{"0,0", "0,_Total", "_Total"});
}
