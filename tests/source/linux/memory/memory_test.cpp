// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "calc/counter_type.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/memory_text.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using namespace pdh_shim::source::linux;

TEST_CASE_FIXTURE(MachineScene, "Memory has the values of meminfo and vmstat") {
    collect();
    struct Row {
        std::u16string_view counter;
        std::int64_t value;
    };
    constexpr auto rows = std::to_array<Row>({
        {u"Page Faults/sec", 5000},
        {u"Available Bytes", 5000 * kb},
        {u"Available KBytes", 5000},
        {u"Available MBytes", 4},
        {u"Committed Bytes", 3000 * kb},
        {u"Commit Limit", (8000 + 2000) * kb},
        {u"% Committed Bytes In Use", 750},
        {u"Pages/sec", 60 + 40},
        {u"Pages Input/sec", 60},
        {u"Pages Output/sec", 40},
        {u"Page Reads/sec", 60},
        {u"Cache Bytes", (3000 + 100 + 250 - 400) * kb},
        {u"System Cache Resident Bytes", (3000 + 100 - 400) * kb},
        {u"Pool Paged Bytes", 250 * kb},
        {u"Pool Nonpaged Bytes", (80 + 16 + 20) * kb},
        {u"Pool Paged Resident Bytes", 250 * kb},
        {u"Free & Zero Page List Bytes", 1000 * kb},
        {u"Modified Page List Bytes", 12 * kb},
    });
    for (const Row& row : rows) {
        CAPTURE(pdh_shim::to_utf8(row.counter).value());
        CHECK(cell(u"Memory", u"", row.counter) == row.value);
    }
    CHECK(base(u"Memory", u"", u"% Committed Bytes In Use") == 2500);
}

TEST_CASE("Commit Limit is memory and swap, or the limit that the kernel enforces") {
    struct Policy {
        const char* text;
        std::int64_t limit;
    };
    for (const Policy& policy : std::to_array<Policy>({{"0\n", 10'000 * kb}, {"1\n", 10'000 * kb},
             {"2\n", 6000 * kb}, {"22\n", 10'000 * kb}, {"", 10'000 * kb}})) {
        CAPTURE(policy.text);
        Scene scene;
        set_machine(scene.files());
        scene.files().set("/proc/sys/vm/overcommit_memory", policy.text);
        scene.collect();
        CHECK(scene.cell(u"Memory", u"", u"Commit Limit") == policy.limit);
        CHECK(scene.base(u"Memory", u"", u"% Committed Bytes In Use") == policy.limit / 4096);
    }
}

TEST_CASE("Commit Limit follows a changing policy, and is missing without swap figures") {
    Scene scene;
    set_machine(scene.files());
    const auto collect = [&](const char* policy) {
        scene.files().set("/proc/sys/vm/overcommit_memory", policy);
        scene.collect();
        return scene.cell(u"Memory", u"", u"Commit Limit");
    };
    CHECK(collect("0\n") == 10'000 * kb);
    CHECK(collect("2\n") == 6000 * kb);
    CHECK(collect("1\n") == 10'000 * kb);
    scene.files().set("/proc/meminfo", "MemTotal: 8000 kB\nCommitLimit: 6000 kB\nCommitted_AS: 3000 kB\n");
    CHECK_FALSE(collect("0\n"));
    CHECK(collect("2\n") == 6000 * kb);
}

TEST_CASE_FIXTURE(MachineScene, "the policy of the commit limit is read for the counters that need it only") {
    files().set("/proc/sys/vm/overcommit_memory", "2\n");
    want(u"Memory", u"Committed Bytes");
    collect();
    CHECK(cell(u"Memory", u"", u"Committed Bytes") == 3000 * kb);
    CHECK_FALSE(files().read_paths().contains("/proc/sys/vm/overcommit_memory"));
}

TEST_CASE("Pages Input/sec grows by the larger one of pages from swap and faults that read") {
    Scene scene;
    set_machine(scene.files());
    const auto collect = [&](int swapped_in, int major_faults) {
        scene.files().set("/proc/vmstat", "pgfault 5000\npgmajfault " + std::to_string(major_faults) +
                                              "\npswpin " + std::to_string(swapped_in) + "\npswpout 7\n");
        scene.collect();
        return scene.cell(u"Memory", u"", u"Pages Input/sec");
    };
    CHECK(collect(100, 1000) == 1000);
    CHECK(collect(100, 1250) == 1250); // without swap
    CHECK(collect(180, 1260) == 1330); // a fault reads several pages from swap
    CHECK(scene.cell(u"Memory", u"", u"Pages/sec") == 1337);
    CHECK(collect(180, 1260) == 1330);
}

TEST_CASE("Transition Pages RePurposed/sec is what the kernel reclaimed, by any name") {
    Scene scene;
    set_machine(scene.files());
    const auto collect = [&](const char* text) {
        scene.files().set("/proc/vmstat", text);
        scene.collect();
        return scene.cell(u"Memory", u"", u"Transition Pages RePurposed/sec");
    };
    CHECK(collect("pgsteal_kswapd 7\npgsteal_direct 8\npgsteal_anon 30\npgsteal_file 400\n") == 430);
    CHECK(collect("pgsteal_kswapd 700\npgsteal_direct 80\n") == 780);
    CHECK_FALSE(collect("pgfault 5\n"));
}

TEST_CASE_FIXTURE(MachineScene, "Free System Page Table Entries is unmeasured: its number passes 32 bits") {
    files().set("/proc/meminfo", "VmallocTotal: 34359738367 kB\nVmallocUsed: 20432 kB\n");
    CHECK_FALSE(lists(u"Memory", u"Free System Page Table Entries"));
    const auto found = source().unmeasured(u"Memory", u"Free System Page Table Entries");
    REQUIRE(found);
    CHECK(found->title_index == 678);
    CHECK(found->type == static_cast<std::uint32_t>(pdh_shim::calc::CounterType::perf_counter_rawcount));
}

TEST_CASE_FIXTURE(MachineScene, "unused file data is in standby, and modules of the kernel are drivers") {
    files().set("/proc/meminfo", "Inactive: 900 kB\nInactive(anon): 300 kB\nInactive(file): 600 kB\n");
    files().set("/proc/modules", "nf_tables 331776 85 nft_chain_nat, Live 0x0000000000000000\n"
                                 "raid6_pq 122880 1 btrfs, Live 0x0000000000000000 (E)\n");
    collect();
    CHECK(cell(u"Memory", u"", u"Standby Cache Normal Priority Bytes") == 600 * kb);
    CHECK(cell(u"Memory", u"", u"System Driver Total Bytes") == 331'776 + 122'880);
    CHECK(cell(u"Memory", u"", u"System Driver Resident Bytes") == 331'776 + 122'880);
}

TEST_CASE_FIXTURE(MachineScene, "a kernel without modules has no counters of drivers") {
    CHECK_FALSE(lists(u"Memory", u"System Driver Total Bytes"));
}

TEST_CASE_FIXTURE(MachineScene, "Cache Bytes is the sum of its documented parts") {
    collect();
    CHECK(cell(u"Memory", u"", u"Cache Bytes").value() ==
          cell(u"Memory", u"", u"System Cache Resident Bytes").value() +
              cell(u"Memory", u"", u"Pool Paged Resident Bytes").value());
}

TEST_CASE_FIXTURE(
    MachineScene, "a line that meminfo does not have makes its counters invalid and no others") {
    files().set("/proc/meminfo", "MemFree: 1000 kB\nCached: 3000 kB\n");
    collect();
    CHECK(cell(u"Memory", u"", u"Free & Zero Page List Bytes") == 1000 * kb);
    CHECK_FALSE(cell(u"Memory", u"", u"Available Bytes"));
    CHECK_FALSE(cell(u"Memory", u"", u"Available MBytes"));
    CHECK_FALSE(cell(u"Memory", u"", u"Cache Bytes"));
    CHECK_FALSE(base(u"Memory", u"", u"% Committed Bytes In Use"));
}

TEST_CASE_FIXTURE(MachineScene, "sizes that no machine has do not overflow") {
    files().set("/proc/meminfo", "MemAvailable: 99999999999999999999999 kB\n"
                                 "Cached: 9223372036854775807 kB\nBuffers: 9223372036854775807 kB\n"
                                 "SReclaimable: 9223372036854775807 kB\nShmem: 1 kB\n");
    collect();
    CHECK(cell(u"Memory", u"", u"Available Bytes") == pdh_shim::source::linux::number_max);
    CHECK(cell(u"Memory", u"", u"Cache Bytes") == pdh_shim::source::linux::number_max - kb);
}

TEST_CASE_FIXTURE(MachineScene, "Cache has the dirty pages of vmstat and their limit") {
    collect();
    CHECK(cell(u"Cache", u"", u"Dirty Pages") == 70);
    CHECK(cell(u"Cache", u"", u"Dirty Page Threshold") == 8000);
    CHECK(of(u"Cache").rows() == 1);
}

TEST_CASE_FIXTURE(
    MachineScene, "a limit that vmstat lacks is invalid, as is everything if vmstat is unreadable") {
    files().set("/proc/vmstat", "nr_dirty 5\n");
    collect();
    CHECK(cell(u"Cache", u"", u"Dirty Pages") == 5);
    CHECK_FALSE(cell(u"Cache", u"", u"Dirty Page Threshold"));
    files().set_error("/proc/vmstat", pdh_shim::FileError::failed);
    collect();
    CHECK_FALSE(cell(u"Cache", u"", u"Dirty Pages"));
}

TEST_CASE("the sizes of modules are added up, and lines without one are left out") {
    CHECK(parse_module_sizes("a 4096 0 - Live 0x0\nb 8192 1 a, Live 0x0\n") == 12'288);
    CHECK(parse_module_sizes("a\n\nb -5 0\nc x\nd 7") == 7);
    CHECK(parse_module_sizes("") == 0);
    CHECK(parse_module_sizes("a 9999999999999999999999\nb 1\n") == number_max);
}

TEST_CASE("lines of swaps that are cut are left out") {
    std::vector<pdh_shim::source::linux::SwapLine> swaps;
    pdh_shim::source::linux::parse_swaps("headings\n/a file 10\n/b file x 1\n/c file 10 2", swaps);
    REQUIRE(swaps.size() == 1);
    CHECK(swaps[0].path == "/c");
    CHECK(swaps[0].used_kilobytes == 2);
}

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view paging_file = u"Paging File";
constexpr std::string_view headings = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

} // namespace

TEST_CASE_FIXTURE(MachineScene, "Paging File has an instance for each swap, by its path, and their total") {
    files().set("/proc/swaps", std::string(headings) + "/dev/sda5 partition 1000 250 -2\n"
                                                       "/var/my\\040swap file 3000 50 -3\n");
    collect();
    CHECK(instances(paging_file) == Names{"dev_sda5", "var_my swap", "_Total"});
    CHECK(cell(paging_file, u"dev_sda5", u"% Usage") == 250);
    CHECK(base(paging_file, u"dev_sda5", u"% Usage") == 1000);
    CHECK(cell(paging_file, u"_Total", u"% Usage") == 300);
    CHECK(base(paging_file, u"_Total", u"% Usage") == 4000);
}

TEST_CASE_FIXTURE(MachineScene, "swap files with equal names get others, and no line ends within a name") {
    files().set("/proc/swaps", std::string(headings) + "/var_swap file 1000 250 -2\n"
                                                       "/var/swap file 3000 50 -3\n"
                                                       "/a\\012b file 10 5 -4\n");
    collect();
    CHECK(instances(paging_file) == Names{"var__swap", "var_swap", "a_b", "_Total"});
    CHECK(cell(paging_file, u"var_swap", u"% Usage") == 50);
}

TEST_CASE_FIXTURE(MachineScene, "without swap there are no instances, and no error") {
    files().set("/proc/swaps", headings);
    collect();
    CHECK(instances(paging_file).empty());
    CHECK(of(paging_file).status() == pdh_shim::Status::success);
}

namespace {

constexpr std::u16string_view node_memory = u"NUMA Node Memory";

void set_node(Scene& scene, const std::string& number, int total, int free, int inactive) {
    const auto line = [&](const std::string& name, int kilobytes) {
        return "Node " + number + " " + name + ":  " + std::to_string(kilobytes) + " kB\n";
    };
    scene.files().set("/sys/devices/system/node/node" + number + "/meminfo",
        line("MemTotal", total) + line("MemFree", free) + line("MemUsed", total - free) +
            line("Inactive", 9) + line("Inactive(file)", inactive));
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "NUMA Node Memory has the memory of each node, and their sum") {
    files().make_folder("/sys/devices/system/node/power");
    set_node(*this, "10", 4096, 1024, 512); // after 2, not before
    set_node(*this, "2", 8192, 3000, 2000);
    want(node_memory);
    collect();
    CHECK(instances(node_memory) == std::vector<std::string>{"2", "10", "_Total"});
    CHECK(cell(node_memory, u"2", u"Total MBytes") == 8);
    CHECK(cell(node_memory, u"2", u"Free & Zero Page List MBytes") == 2);
    CHECK(cell(node_memory, u"2", u"Standby List MBytes") == 1);
    CHECK(cell(node_memory, u"2", u"Available MBytes") == 4);
    CHECK(cell(node_memory, u"10", u"Total MBytes") == 4);
    CHECK(cell(node_memory, u"_Total", u"Total MBytes") == 12);
    CHECK(cell(node_memory, u"_Total", u"Free & Zero Page List MBytes") == 3);
    CHECK(cell(node_memory, u"_Total", u"Available MBytes") == 6);
    CHECK(unique_id(node_memory, u"10") == 10);
}

TEST_CASE_FIXTURE(
    MachineScene, "memory nodes come and go, and one without figures leaves the sum without a value") {
    set_node(*this, "0", 2048, 1024, 0);
    want(node_memory);
    collect();
    CHECK(instances(node_memory) == std::vector<std::string>{"0", "_Total"});
    files().set("/sys/devices/system/node/node1/meminfo", "");
    collect();
    CHECK(instances(node_memory) == std::vector<std::string>{"0", "1", "_Total"});
    CHECK(cell(node_memory, u"0", u"Total MBytes") == 2);
    CHECK_FALSE(cell(node_memory, u"1", u"Total MBytes"));
    CHECK_FALSE(cell(node_memory, u"_Total", u"Total MBytes"));
    files().remove_folder("/sys/devices/system/node");
    collect();
    CHECK(of(node_memory).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE_FIXTURE(MachineScene, "a kernel that knows no nodes of memory does not list NUMA Node Memory") {
    files().set("/sys/devices/system/node/node0/cpulist", "0-1\n");
    CHECK_FALSE(lists(node_memory));
}
