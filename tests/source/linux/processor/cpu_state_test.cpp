// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(MachineScene, "Processor has the times and counts of each CPU") {
    collect();
    CHECK(instances(processor) == Names{"0", "1", "_Total"});
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(2010));
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(2010));
    CHECK(cell(processor, u"0", u"% User Time") == ticks(100));
    CHECK(cell(processor, u"0", u"% Privileged Time") == ticks(60));
    CHECK(cell(processor, u"0", u"% Interrupt Time") == ticks(4));
    CHECK(cell(processor, u"0", u"% DPC Time") == ticks(6));
    CHECK(cell(processor, u"0", u"Interrupts/sec") == 310);
    CHECK(cell(processor, u"1", u"DPCs Queued/sec") == 62);
}

TEST_CASE_FIXTURE(MachineScene, "_Total of the processors is the mean of times and the sum of counts") {
    collect();
    CHECK(cell(processor, u"_Total", u"% User Time") == ticks(150));
    CHECK(cell(processor, u"_Total", u"% Privileged Time") == ticks(115));
    CHECK(cell(processor, u"_Total", u"% Processor Time") == ticks(2010));
    CHECK(cell(processor, u"_Total", u"Interrupts/sec") == 5000);
    CHECK(cell(processor, u"_Total", u"DPCs Queued/sec") == 900);
}

TEST_CASE_FIXTURE(MachineScene, "time that a host took is busy time, and neither user nor privileged time") {
    files().set("/proc/stat", "cpu0 100 0 50 500 0 0 0 0 0 0\n");
    collect();
    pass(second);
    files().set("/proc/stat", "cpu0 120 0 60 530 0 0 0 40 0 0\n");
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(530)); // idle: 70 % were busy
    CHECK(cell(processor, u"0", u"% User Time") == ticks(120));
    CHECK(cell(processor, u"0", u"% Privileged Time") == ticks(60));
    const auto& counters = source().catalogue()->objects[position_of(processor)].counters;
    CHECK(counters[column_of(processor, u"% Processor Time")].help.find(u"(steal)") != std::u16string::npos);
}

TEST_CASE_FIXTURE(MachineScene, "guest time is inside user time and is not added") {
    files().set("/proc/stat", "cpu0 100 20 0 500 0 0 0 0 90 15\n");
    collect();
    CHECK(cell(processor, u"0", u"% User Time") == ticks(120));
}

TEST_CASE_FIXTURE(MachineScene, "idle time does not fall when the kernel corrects it") {
    files().set("/proc/stat", cpu_line(0, 10, 1000, 50));
    collect();
    pass(second);
    files().set("/proc/stat", cpu_line(0, 11, 999, 50));
    collect();
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(1050));
    pass(second);
    files().set("/proc/stat", cpu_line(0, 12, 1060, 50));
    collect();
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(1110));
}

TEST_CASE_FIXTURE(MachineScene, "time that the kernel moves from iowait to idle is counted once") {
    files().set("/proc/stat", cpu_line(0, 10, 1000, 200));
    collect();
    pass(second);
    files().set("/proc/stat", cpu_line(0, 10, 1190, 100));
    collect();
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(1290));
}

TEST_CASE_FIXTURE(MachineScene, "any other time that falls by a tick stays unchanged") {
    files().set("/proc/stat", cpu_line(0, 100, 1000));
    collect();
    pass(second);
    files().set("/proc/stat", cpu_line(0, 99, 1001));
    collect();
    CHECK(cell(processor, u"0", u"% User Time") == ticks(100));
}

TEST_CASE_FIXTURE(
    MachineScene, "idle ticks that run ahead of the clock do not make the processor time negative") {
    files().set("/proc/stat", cpu_line(0, 0, 1000));
    collect();
    pass(ticks(100));
    files().set("/proc/stat", cpu_line(0, 0, 1101));
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1100));
    // What was held back comes with the next sample: over both the CPU was idle all the time.
    pass(ticks(100));
    files().set("/proc/stat", cpu_line(0, 0, 1200));
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1200));
}

TEST_CASE_FIXTURE(MachineScene, "no more than two ticks of idle time are held back") {
    files().set("/proc/stat", cpu_line(0, 0, 1000));
    collect();
    pass(ticks(100));
    files().set("/proc/stat", cpu_line(0, 0, 1150));
    collect();
    pass(ticks(100));
    files().set("/proc/stat", cpu_line(0, 50, 1200));
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1000 + 100 + 52));
}

TEST_CASE_FIXTURE(MachineScene, "the denominator is the clock, not the sum of the ticks") {
    files().set("/proc/stat", cpu_line(0, 0, 1000));
    collect();
    pass(second);
    files().set("/proc/stat", cpu_line(0, 20, 1030));
    collect();
    const auto idle = *cell(processor, u"0", u"% Processor Time") - ticks(1000);
    CHECK(idle == ticks(30));
    CHECK(snapshot.time_100ns - before.time_100ns == second);
}

TEST_CASE_FIXTURE(
    MachineScene, "an interval shorter than two ticks has the ticks that there are, at least 0") {
    files().set("/proc/stat", cpu_line(0, 100, 1000));
    collect();
    pass(ticks(1) / 2); // 5 ms, in which the CPU was busy, and its tick came
    files().set("/proc/stat", cpu_line(0, 101, 1000));
    collect();
    CHECK(cell(processor, u"0", u"% User Time") == ticks(101));
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(1000));
    pass(ticks(1) / 2); // and 5 ms in which it was idle
    files().set("/proc/stat", cpu_line(0, 101, 1001));
    collect();
    CHECK(cell(processor, u"0", u"% Idle Time") == ticks(1000) + ticks(1) / 2);
    CHECK(cell(processor, u"0", u"% User Time") == ticks(101));
}

TEST_CASE_FIXTURE(MachineScene, "time during which the machine was suspended is not busy time") {
    files().set("/proc/stat", cpu_line(0, 100, 1000));
    collect();
    // An hour passed, of which the CPU was awake for a second and busy for a tenth of it.
    pass(3600 * second);
    files().set("/proc/stat", cpu_line(0, 110, 1090));
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1000) + 3600 * second - ticks(10));
    CHECK(cell(processor, u"0", u"% User Time") == ticks(110));
    // Afterwards idle time goes on from there.
    pass(second);
    files().set("/proc/stat", cpu_line(0, 150, 1150));
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1060) + 3600 * second - ticks(10));
}

TEST_CASE_FIXTURE(MachineScene, "a CPU whose ticks were stolen was busy, not suspended") {
    files().set("/proc/stat", "cpu0 0 0 0 1000 0 0 0 0\n");
    collect();
    pass(10 * second);
    files().set("/proc/stat", "cpu0 0 0 0 1100 0 0 0 900\n");
    collect();
    CHECK(cell(processor, u"0", u"% Processor Time") == ticks(1100));
}

TEST_CASE_FIXTURE(MachineScene, "a CPU that goes offline disappears, and returns as another instance") {
    files().set("/proc/stat", cpu_line(0, 10, 1000) + cpu_line(1, 20, 5000));
    collect();
    const auto id = unique_id(processor, u"1");
    pass(second);
    files().set("/proc/stat", cpu_line(0, 10, 1100));
    collect();
    CHECK(instances(processor) == Names{"0", "_Total"});
    pass(second);
    files().set("/proc/stat", cpu_line(0, 10, 1200) + cpu_line(1, 0, 3));
    collect();
    CHECK(instances(processor) == Names{"0", "1", "_Total"});
    CHECK(unique_id(processor, u"1") != id);
    CHECK(cell(processor, u"1", u"% Idle Time") == ticks(3));
}

TEST_CASE_FIXTURE(MachineScene, "a CPU that was away between two samples is another instance") {
    files().set("/proc/stat", cpu_line(0, 5000, 1000));
    collect();
    const auto id = unique_id(processor, u"0");
    pass(second);
    files().set("/proc/stat", cpu_line(0, 3, 1090));
    collect();
    CHECK(unique_id(processor, u"0") != id);
    CHECK(cell(processor, u"0", u"% User Time") == ticks(3));
}

TEST_CASE_FIXTURE(MachineScene, "_Total is built from the CPUs that are in both samples") {
    files().set("/proc/stat", cpu_line(0, 0, 1000) + cpu_line(1, 0, 5000));
    collect();
    CHECK(cell(processor, u"_Total", u"% Idle Time") == ticks(3000));
    pass(second);
    files().set("/proc/stat", cpu_line(0, 50, 1050));
    collect();
    CHECK(cell(processor, u"_Total", u"% Idle Time") == ticks(3050));
    pass(second);
    files().set("/proc/stat", cpu_line(0, 50, 1150) + cpu_line(1, 0, 9000));
    collect();
    CHECK(cell(processor, u"_Total", u"% Idle Time") == ticks(3150));
    pass(second);
    files().set("/proc/stat", cpu_line(0, 150, 1150) + cpu_line(1, 0, 9100));
    collect();
    CHECK(cell(processor, u"_Total", u"% Idle Time") == ticks(3200));
    CHECK(cell(processor, u"_Total", u"% User Time") == ticks(100));
}

TEST_CASE_FIXTURE(MachineScene, "32-bit counts of interrupts continue when they wrap") {
    files().set("/proc/interrupts", " CPU0 CPU1\nLOC: 4294967290 5\nNMI: 100 0\n");
    collect();
    CHECK(cell(processor, u"0", u"Interrupts/sec") == 4'294'967'390);
    files().set("/proc/interrupts", " CPU0 CPU1\nLOC: 4 5\nNMI: 101 0\n");
    collect();
    CHECK(cell(processor, u"0", u"Interrupts/sec") == 4'294'967'401);
}

TEST_CASE_FIXTURE(
    MachineScene, "a line of interrupts that vanishes with its driver does not wrap the count") {
    files().set("/proc/interrupts", " CPU0 CPU1\n 9: 1000 0 disk\nLOC: 500 5\n");
    collect();
    files().set("/proc/interrupts", " CPU0 CPU1\nLOC: 510 5\n");
    collect();
    CHECK(cell(processor, u"0", u"Interrupts/sec") == 1500);
}

TEST_CASE_FIXTURE(MachineScene, "without cpuidle and cpufreq their counters are not in the catalogue") {
    collect();
    for (const auto& object : source().catalogue()->objects) {
        for (const auto& counter : object.counters) {
            CHECK(counter.name.find(u"C1") == std::u16string::npos);
            CHECK(counter.name != u"% of Maximum Frequency");
            CHECK(counter.name != u"Processor Frequency");
        }
    }
}

TEST_CASE("% Interrupt Time is listed only where the kernel measures the time of interrupts") {
    for (const bool measured : {true, false}) {
        CAPTURE(measured);
        Scene scene;
        set_machine(scene.files());
        scene.files().set("/proc/stat", measured ? "cpu0 10 0 5 900 0 0 7\ncpu1 10 0 5 900 0 3 7\n"
                                                 : "cpu0 10 0 5 900 0 0 7\ncpu1 10 0 5 900 0 0 7\n");
        for (const std::u16string_view name : {processor, information}) {
            const auto& counters = scene.source().catalogue()->objects[scene.position_of(name)].counters;
            CHECK((std::ranges::find(counters, u"% Interrupt Time", &pdh_shim::model::CounterDef::name) !=
                      counters.end()) == measured);
        }
    }
}

TEST_CASE_FIXTURE(MachineScene, "the tables of interrupts are read only for instances other than _Total") {
    want(processor).only_total = true;
    files().forget(); // what the machine has was looked for
    collect();
    CHECK(instances(processor) == Names{"_Total"});
    CHECK(cell(processor, u"_Total", u"Interrupts/sec") == 5000);
    CHECK(cell(processor, u"_Total", u"DPCs Queued/sec") == 900);
    CHECK(files().reads("/proc/interrupts") == 0);
    CHECK(files().reads("/proc/softirqs") == 0);
}

TEST_CASE_FIXTURE(MachineScene, "if a CPU has two lines, the first counts") {
    files().set("/proc/stat", cpu_line(0, 1, 100) + cpu_line(0, 9, 900));
    collect();
    CHECK(instances(processor) == Names{"0", "_Total"});
    CHECK(cell(processor, u"0", u"% User Time") == ticks(1));
}

TEST_CASE_FIXTURE(MachineScene, "without /proc/stat the object has no data") {
    collect();
    files().set_error("/proc/stat", pdh_shim::FileError::failed);
    collect();
    CHECK(of(processor).status() == pdh_shim::Status::cstatus_invalid_data);
    CHECK(of(information).status() == pdh_shim::Status::cstatus_invalid_data);
    CHECK(of(u"Memory").status() == pdh_shim::Status::success);
}

TEST_CASE("a CPU's clock interrupts are the row of its own clock, by any name") {
    struct Table {
        const char* text;
        std::int64_t first;
        std::int64_t second;
    };
    constexpr auto tables = std::to_array<Table>({
        {"      CPU0  CPU1\n 0:  9  8  IO-APIC  timer\nLOC:  300  400  Local timer interrupts\nTLB: 7 7 x\n",
            300, 400},
        {"      CPU0  CPU1\n 11:  30  40  GICv3  26 Level  arch_timer\nIPI5: 1 2 Timer broadcast "
         "interrupts\n",
            30, 40},
        {"      CPU0  CPU1\n  5:  60  70  RISC-V INTC   5 Edge      riscv-timer\n", 60, 70},
        {"      CPU0  CPU1\nEXT:  9  8\nCLK:  4  3  [EXT] Clock Comparator\n", 4, 3},
    });
    for (const Table& table : tables) {
        CAPTURE(table.text);
        Scene scene;
        set_machine(scene.files());
        scene.files().set("/proc/interrupts", table.text);
        scene.collect();
        CHECK(scene.cell(information, u"0,0", u"Clock Interrupts/sec") == table.first);
        CHECK(scene.cell(information, u"0,1", u"Clock Interrupts/sec") == table.second);
        CHECK(scene.cell(information, u"_Total", u"Clock Interrupts/sec") == table.first + table.second);
    }
}

TEST_CASE_FIXTURE(MachineScene, "clock interrupts continue when 32 bits wrap, also in the total alone") {
    want(information, u"Clock Interrupts/sec").only_total = true;
    files().set("/proc/interrupts", " CPU0 CPU1\nLOC: 4294967290 5 Local\n");
    collect();
    CHECK(cell(information, u"_Total", u"Clock Interrupts/sec") == 4'294'967'295);
    files().set("/proc/interrupts", " CPU0 CPU1\nLOC: 4 6 Local\n");
    collect();
    CHECK(cell(information, u"_Total", u"Clock Interrupts/sec") == 4'294'967'306);
}

TEST_CASE_FIXTURE(
    MachineScene, "a machine whose table of interrupts has no clocks does not list their counter") {
    files().set("/proc/interrupts", " CPU0 CPU1\n 1: 4 6 i8042\n");
    CHECK_FALSE(lists(information, u"Clock Interrupts/sec"));
}

TEST_CASE_FIXTURE(MachineScene, "% Priority Time leaves out what programs of low priority used") {
    files().set("/proc/stat", "cpu0 100 20 50 1000 10 0 0 0 0 0\n");
    collect();
    CHECK(cell(information, u"0,0", u"% Priority Time") == ticks(1030));
    pass(second);
    files().set("/proc/stat", "cpu0 110 60 60 1030 20 0 0 0 0 0\n");
    collect();
    CHECK(cell(information, u"0,0", u"% Priority Time") == ticks(1030 + 40 + 40));
    CHECK(cell(information, u"_Total", u"% Priority Time") == ticks(1030 + 40 + 40));
}

TEST_CASE_FIXTURE(MachineScene, "% Priority Time is never below 0: surplus ticks are reported later") {
    files().set("/proc/stat", "cpu0 0 20 0 1000 0 0 0 0 0 0\n");
    collect();
    pass(second);
    files().set("/proc/stat", "cpu0 0 51 0 1070 0 0 0 0 0 0\n");
    collect();
    CHECK(cell(information, u"0,0", u"% Priority Time") == ticks(1020 + 100));
    pass(second);
    files().set("/proc/stat", "cpu0 90 51 0 1070 0 0 0 0 0 0\n");
    collect();
    CHECK(cell(information, u"0,0", u"% Priority Time") == ticks(1020 + 101));
}

TEST_CASE_FIXTURE(MachineScene, "no processor of Linux is parked") {
    collect();
    CHECK(cell(information, u"0,0", u"Parking Status") == 0);
    CHECK(cell(information, u"_Total", u"Parking Status") == 0);
}
