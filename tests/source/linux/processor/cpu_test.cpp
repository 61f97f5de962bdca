// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("of several CPUs times and states are the mean, counts the sum") {
    CpuValues first{};
    CpuValues other{};
    const auto set = [&](CpuField::Index field, std::int64_t one, std::int64_t two) {
        first[field] = one;
        other[field] = two;
    };
    set(CpuField::user, 100, 300);
    set(CpuField::idle_sum, 100, 300);
    set(CpuField::clock_interrupts, 7, 8);
    set(CpuField::frequency, 1000, 3000);
    set(CpuField::parked, 0, 1);
    RunningTotal<CpuField::count> total(cpu_rules);
    const auto sum = [&](const CpuValues* first_before, const CpuValues* other_before) {
        total.begin();
        total.add(first, first_before);
        total.add(other, other_before);
        return total.end();
    };
    const CpuValues before = sum(nullptr, nullptr);
    CHECK(before[CpuField::user] == 200);
    CHECK(before[CpuField::idle_sum] == 400);
    CHECK(before[CpuField::clock_interrupts] == 15);
    CHECK(before[CpuField::frequency] == 2000);
    CHECK(before[CpuField::parked] == 0);
    const CpuValues first_before = first;
    const CpuValues other_before = other;
    set(CpuField::user, 110, 350);
    set(CpuField::idle_sum, 110, 350);
    set(CpuField::frequency, 500, 500);
    const CpuValues after = sum(&first_before, &other_before);
    CHECK(after[CpuField::user] == 230);
    CHECK(after[CpuField::idle_sum] == 460);
    CHECK(after[CpuField::clock_interrupts] == 15);
    CHECK(after[CpuField::frequency] == 500);
}

TEST_CASE("a CPU closes all its files, also before its power states were looked for") {
    MemoryFiles files;
    files.set("/number", "5\n");
    pdh_shim::FileBuffer buffer;
    Cpu cpu;
    const auto open = [&](KeptFile& file) { REQUIRE(file.read(files, "/number", buffer)); };
    open(cpu.current_frequency);
    open(cpu.frequency_limit);
    CHECK(files.open_files() == 2);
    cpu.release();
    CHECK(files.open_files() == 0);
    IdleState& state = cpu.idle_states.emplace().emplace_back();
    open(state.time.file);
    open(state.usage.file);
    open(cpu.current_frequency);
    CHECK(files.open_files() == 3);
    cpu.release();
    CHECK(files.open_files() == 0);
    CHECK(cpu.idle_states->size() == 1); // the states stay known
}

TEST_CASE_FIXTURE(
    MachineScene, "files of a CPU that goes offline are closed, and opened again when it returns") {
    for (const int number : {0, 1}) {
        set_idle_state(files(), number, 0, "C1", 100, 10);
    }
    want(processor);
    files().set("/proc/stat", cpu_line(0, 1, 1) + cpu_line(1, 1, 1));
    collect();
    const auto open = files().open_files();
    files().set("/proc/stat", cpu_line(0, 1, 1));
    files().remove_folder(idle_folder(1, 0));
    collect();
    CHECK(files().open_files() == open - 2);
    files().set("/proc/stat", cpu_line(0, 1, 1) + cpu_line(1, 1, 1));
    set_idle_state(files(), 1, 0, "C1", 7, 8);
    collect();
    CHECK(cell(processor, u"1", u"% C1 Time") == 70);
    CHECK(files().open_files() == open);
}

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

TEST_CASE_FIXTURE(
    MachineScene, "Processor Information names CPUs by memory node, with a total for each node") {
    files().set(
        "/proc/stat", cpu_line(0, 1, 10) + cpu_line(1, 2, 20) + cpu_line(2, 3, 30) + cpu_line(3, 5, 50));
    files().set("/sys/devices/system/node/node0/cpulist", "0,2\n");
    files().set("/sys/devices/system/node/node1/cpulist", "1,3\n");
    collect();
    CHECK(instances(information) == Names{"0,0", "0,1", "0,_Total", "1,0", "1,1", "1,_Total", "_Total"});
    CHECK(cell(information, u"0,1", u"% User Time") == ticks(3));
    CHECK(cell(information, u"1,1", u"% User Time") == ticks(5));
    CHECK(cell(information, u"0,_Total", u"% User Time") == ticks(2));
    CHECK(cell(information, u"1,_Total", u"% User Time") == ticks(7) / 2);
    CHECK(cell(information, u"_Total", u"% User Time") == ticks(11) / 4);
}

TEST_CASE_FIXTURE(MachineScene, "a CPU keeps its number in its node while another one is offline") {
    files().set("/proc/stat", cpu_line(0, 1, 10) + cpu_line(2, 3, 30));
    files().set("/sys/devices/system/node/node0/cpulist", "0\n");
    files().set("/sys/devices/system/node/node1/cpulist", "2\n");
    for (const std::string cpu : {"node0/cpu0", "node1/cpu1", "node1/cpu2"}) {
        files().set("/sys/devices/system/node/" + cpu + "/online", "1\n");
    }
    collect();
    CHECK(instances(information) == Names{"0,0", "0,_Total", "1,1", "1,_Total", "_Total"});
    CHECK(cell(information, u"1,1", u"% User Time") == ticks(3));
}

TEST_CASE_FIXTURE(MachineScene, "without memory nodes all CPUs are of node 0") {
    collect();
    CHECK(instances(information) == Names{"0,0", "0,1", "0,_Total", "_Total"});
}

TEST_CASE_FIXTURE(MachineScene, "a node whose CPUs are all offline has no instances") {
    files().set("/sys/devices/system/node/node0/cpulist", "0\n");
    files().set("/sys/devices/system/node/node1/cpulist", "1\n");
    collect();
    CHECK(instances(information) == Names{"0,0", "0,_Total", "1,0", "1,_Total", "_Total"});
    files().set("/proc/stat", cpu_line(0, 1, 10));
    collect();
    CHECK(instances(information) == Names{"0,0", "0,_Total", "_Total"});
}
