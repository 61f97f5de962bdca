// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_text.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;

TEST_CASE("the CPUs and the counts of /proc/stat are read") {
    StatText stat;
    parse_stat("cpu  3120 0 2383 226162 367 0 58 8 0 0\n"
               "cpu0 878 1 859 114281 15 2 4 3 0 0\n"
               "cpu12 2241 0 1523 111881 352 0 53 5 7 6\n"
               "intr 210739 0 0 1 14 0\n"
               "ctxt 423783\nbtime 1795245118\nprocesses 5616\nprocs_running 3\nprocs_blocked 0\n"
               "softirq 147896 0 16137 4\n",
        stat);
    REQUIRE(stat.cpus.size() == 2);
    CHECK(stat.cpus[0].number == 0);
    CHECK(stat.cpus[0].ticks == CpuTicks{878, 1, 859, 114281, 15, 2, 4, 3});
    CHECK(stat.cpus[1].number == 12);
    CHECK(stat.cpus[1].ticks == CpuTicks{2241, 0, 1523, 111881, 352, 0, 53, 5});
    CHECK(stat.interrupts == 210739);
    CHECK(stat.context_switches == 423783);
    CHECK(stat.running == 3);
    CHECK(stat.softirqs == 147896);
}

TEST_CASE("fields that an old or broken /proc/stat lacks are unread, the others are read") {
    StatText stat;
    parse_stat("cpu0 1 2 3 4\ncpux 1 2\ncpu99999999999 1 2 3 4\nctxt\nintr x", stat);
    REQUIRE(stat.cpus.size() == 1);
    CHECK(stat.cpus[0].ticks == CpuTicks{1, 2, 3, 4, 0, 0, 0, 0});
    CHECK(stat.context_switches == unread);
    CHECK(stat.interrupts == unread);
    CHECK(stat.softirqs == unread);
}

TEST_CASE("a table of interrupts is summed by CPU, whatever the rows are called") {
    CpuTable table;
    parse_cpu_table("           CPU0       CPU3       \n"
                    " 24:          1          10  IO-APIC   5-edge      ACPI:Ged\n"
                    "NMI:          2          20   Non-maskable interrupts\n"
                    "LOC:          4          40   Local timer interrupts\n"
                    "ERR:        800\n"
                    "MIS:        900\n",
        table);
    CHECK(table.sum(0) == 7);
    CHECK(table.sum(3) == 70);
    CHECK(table.sum(1) == unread);
}

TEST_CASE("errors of the whole machine are counted for no CPU, even if there is only one") {
    CpuTable table;
    parse_cpu_table("           CPU0\n 24:  1  timer\nERR:  800\nMIS:  900\nErr:  700\n", table);
    CHECK(table.sum(0) == 1);
}

TEST_CASE("a table without headings or with a cut row gives the numbers that it has") {
    CpuTable table;
    parse_cpu_table("", table);
    CHECK(table.sum(0) == unread);
    parse_cpu_table(" CPU0 CPU1\n HI: 1 2\n TIMER: 5", table);
    CHECK(table.sum(0) == 1);
    CHECK(table.sum(1) == 2);
}

TEST_CASE("the frequency of /proc/cpuinfo is read in kHz") {
    CHECK(parse_cpuinfo_frequency("processor\t: 0\ncpu MHz\t\t: 2596.146\n") == 2'596'000);
    CHECK_FALSE(parse_cpuinfo_frequency("processor\t: 0\nBogoMIPS\t: 48.00\n"));
    CHECK_FALSE(parse_cpuinfo_frequency("cpu MHz\t\t: unknown\n"));
}

TEST_CASE("idle states are classed by the C state in their name, or else by position") {
    struct Row {
        std::string_view name;
        std::int64_t position;
        int depth;
    };
    constexpr auto rows = std::to_array<Row>(
        {{"POLL\n", 1, 0}, {"C1\n", 1, 1}, {"C1E\n", 2, 1}, {"C1_ACPI\n", 1, 1}, {"C2_ACPI\n", 2, 2},
            {"C3_ACPI\n", 3, 3}, {"C6\n", 3, 3}, {"C10\n", 7, 3}, {"haltpoll idle\n", 1, 1}, {"WFI\n", 1, 1},
            {"cpu-sleep-0\n", 2, 2}, {"cluster-sleep-0\n", 9, 3}, {"C\n", 2, 2}, {"", 1, 1}});
    for (const Row& row : rows) {
        CAPTURE(row.name);
        CHECK(idle_class(row.name, row.position) == row.depth);
    }
}

TEST_CASE("interrupts counted in another row, and guests' time, are counted once") {
    CpuTable table;
    parse_cpu_table(" CPU0 CPU1\nCAL: 500 600 Function call interrupts\nTLB: 70 80 TLB shootdowns\n"
                    "DFR: 1 1\nPIN: 2 2\nNPI: 3 3\nPIW: 4 4\nMIS: 9\n",
        table);
    CHECK(table.sums == std::vector<std::int64_t>{500, 600});
}
