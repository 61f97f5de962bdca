// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "base/text.h"
#include "source/linux/linux_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// A virtual machine with Linux 6.18, whose kernel files were copied.

namespace {

namespace model = pdh_shim::model;
namespace source = pdh_shim::source;

constexpr std::int64_t recorded_at = 134'000'000'000'000'000;

class Recorded {
  public:
    Recorded() : clock_({0, recorded_at, recorded_at}) {
        source::linux::LinuxOptions options;
        options.units = {100, 4096};
        source_ =
            source::linux::make_linux_source(TEST_DATA "/linux/virtual_machine", clock_, options).value();
        const auto& objects = source_->catalogue()->objects;
        for (std::uint32_t i = 0; i < objects.size(); ++i) {
            model::ObjectRequest request;
            request.object = i;
            request.columns.assign(objects[i].columns, true);
            requests_.push_back(request);
        }
        snapshot_.objects.resize(requests_.size());
        REQUIRE(source_->open_session()->collect(requests_, snapshot_));
        for (auto& object : snapshot_.objects) {
            object.publish(nullptr);
        }
    }

    [[nodiscard]] std::vector<std::string> instances(std::u16string_view object) const {
        std::vector<std::string> names;
        for (const auto& instance : rows(object).instances()->instances()) {
            names.push_back(pdh_shim::to_utf8(instance.name).value());
        }
        return names;
    }

    [[nodiscard]] std::int64_t cell(
        std::u16string_view object, std::u16string_view instance, std::u16string_view counter) const {
        const auto row = rows(object).instances()->find({}, instance, 0);
        REQUIRE(row);
        const auto& counters = source_->catalogue()->objects[position(object)].counters;
        const auto column = std::ranges::find(counters, counter, &model::CounterDef::name);
        REQUIRE(column != counters.end());
        const auto number = static_cast<std::uint32_t>(column - counters.begin());
        REQUIRE(rows(object).is_valid(*row, number));
        return rows(object).cell(*row, number);
    }

  private:
    [[nodiscard]] std::size_t position(std::u16string_view object) const {
        const auto& objects = source_->catalogue()->objects;
        const auto found = std::ranges::find(objects, object, &model::ObjectDef::name);
        REQUIRE(found != objects.end());
        return static_cast<std::size_t>(found - objects.begin());
    }
    [[nodiscard]] const model::ObjectSnapshot& rows(std::u16string_view object) const {
        return snapshot_.objects[position(object)];
    }

    pdh_shim::ManualClock clock_;
    std::shared_ptr<model::Source> source_;
    std::vector<model::ObjectRequest> requests_;
    model::Snapshot snapshot_;
};

using Names = std::vector<std::string>;

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
    CHECK(machine.cell(u"Processor", u"0", u"Interrupts/sec") +
              machine.cell(u"Processor", u"1", u"Interrupts/sec") ==
          1'816'022);
    CHECK(machine.cell(u"Processor", u"0", u"DPCs Queued/sec") +
              machine.cell(u"Processor", u"1", u"DPCs Queued/sec") ==
          machine.cell(u"Processor", u"_Total", u"DPCs Queued/sec"));
}

TEST_CASE("a recorded machine has the values of its files") {
    const Recorded machine;
    constexpr std::int64_t tick = 100'000;
    CHECK(machine.cell(u"System", u"", u"Context Switches/sec") == 2'537'989);
    CHECK(machine.cell(u"System", u"", u"System Up Time") == recorded_at - 47'344'900'000);
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
