// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "scene.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// A virtual machine with Linux 6.18, whose kernel files were copied.

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

struct Recorded : Scene {
    Recorded() {
        root = TEST_DATA "/linux/virtual_machine";
        collect();
    }
};

} // namespace

TEST_CASE("a recorded machine has the instances that it had") {
    const Recorded machine;
    CHECK(machine.instances(u"Processor") == Names{"0", "1", "_Total"});
    CHECK(machine.instances(u"Processor Information") == Names{"0,0", "0,1", "0,_Total", "_Total"});
    CHECK(machine.instances(u"PhysicalDisk") == Names{"0 vda", "_Total"});
    CHECK(machine.instances(u"LogicalDisk") == Names{"root", "_Total"});
    CHECK(machine.instances(u"Network Interface") == Names{"ifb0", "ifb1", "eth0"});
    CHECK(machine.instances(u"Paging File").empty());
    CHECK(machine.instances(u"Process") == Names{"Idle", "kthreadd", "kworker/R-rcu_gp", "kworker/R-sync_wq",
                                               "sleep", "systemd-networkd-helper", "_Total"});
}

TEST_CASE("the interrupts of the processors of a recorded machine add up to the total") {
    const Recorded machine;
    CHECK(machine.cell(u"Processor", u"_Total", u"Interrupts/sec") == 1'816'022);
    for (const std::u16string_view counter : {u"Interrupts/sec", u"DPCs Queued/sec"}) {
        CHECK(machine.cell(u"Processor", u"0", counter).value() +
                  machine.cell(u"Processor", u"1", counter).value() ==
              machine.cell(u"Processor", u"_Total", counter));
    }
}

TEST_CASE("a recorded machine has the values of its files") {
    const Recorded machine;
    constexpr std::int64_t tick = 100'000;
    CHECK(machine.cell(u"System", u"", u"Context Switches/sec") == 2'537'989);
    CHECK(machine.cell(u"System", u"", u"System Up Time") == start_time - 47'344'900'000);
    CHECK(machine.cell(u"System", u"", u"Processes") == 5);
    CHECK(machine.cell(u"System", u"", u"Threads") == 150);
    CHECK(machine.cell(u"Memory", u"", u"Available Bytes") == std::int64_t{22'461'664} * 1024);
    CHECK(machine.cell(u"Memory", u"", u"Page Faults/sec") == 115'318'529);
    CHECK(machine.cell(u"Processor", u"0", u"% User Time") == (195'515 + 17'142) * tick);
    CHECK(machine.cell(u"Processor", u"1", u"% Idle Time") == (204'317 + 547) * tick);
    CHECK(machine.cell(u"Processor", u"_Total", u"% DPC Time") == (13 + 146) * tick / 2);
    CHECK(machine.cell(u"Processor", u"0", u"% C1 Time") == 23'628'143'830);
    CHECK(machine.cell(u"Processor", u"_Total", u"C1 Transitions/sec") == 123'456 + 119'410);
    CHECK(machine.cell(u"Processor Information", u"0,0", u"Processor Frequency") == 2596);
    CHECK(machine.cell(u"Process", u"sleep", u"Working Set") == 1808 * 1024);
    CHECK(machine.cell(u"Process", u"sleep", u"Private Bytes") == 108 * 1024);
    CHECK(machine.cell(u"Process", u"sleep", u"Virtual Bytes Peak") == 2920 * 1024);
    CHECK(machine.cell(u"Process", u"sleep", u"IO Read Bytes/sec") == 6976);
    CHECK(machine.cell(u"Process", u"sleep", u"Handle Count") == 3);
    CHECK(machine.cell(u"Process", u"kworker/R-rcu_gp", u"Priority Base") == 13);
    CHECK(machine.cell(u"PhysicalDisk", u"0 vda", u"Disk Reads/sec") == 113'881);
    CHECK(machine.cell(u"PhysicalDisk", u"0 vda", u"Disk Write Bytes/sec") == std::int64_t{26'738'568} * 512);
    CHECK(machine.cell(u"LogicalDisk", u"root", u"Avg. Disk Queue Length") == (75'965 + 123'538) * 10'000LL);
    CHECK(machine.cell(u"Network Interface", u"eth0", u"Bytes Received/sec") == 153'972'949);
    CHECK(machine.cell(u"TCPv4", u"", u"Segments/sec") == 23973 + 15788);
    CHECK(machine.cell(u"TCPv4", u"", u"Connections Established") == 0);
    CHECK(machine.cell(u"UDPv4", u"", u"Datagrams Sent/sec") == 5688);
    CHECK(machine.cell(u"IPv4", u"", u"Datagrams Received/sec") == 29533);
    CHECK(machine.cell(u"IPv6", u"", u"Datagrams Sent/sec") == 167);
    CHECK(machine.cell(u"ICMP", u"", u"Received Dest. Unreachable") == 6);
    CHECK(machine.cell(u"ICMPv6", u"", u"Sent Router Solicit") == 0);
}

TEST_CASE("a recorded machine has no lengths of queues, which are not in files") {
    Recorded machine;
    CHECK_FALSE(machine.lists(u"Network Interface", u"Output Queue Length"));
}
