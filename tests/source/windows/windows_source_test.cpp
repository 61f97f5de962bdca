// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "base/text.h"
#include "calc/amounts.h"
#include "fake_system.h"
#include "source/windows/windows_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace pdh_shim;
using namespace pdh_shim::source::windows;

namespace {

/// A source over a machine that the test changes, and a session that collects all counters of one object.
class Bed {
  public:
    explicit Bed(std::u16string_view object) : object_(object) {}

    model::Source& source() {
        if (source_ == nullptr) {
            source_ = make_windows_source(std::make_shared<FakeSystem>(machine), clock);
        }
        return *source_;
    }

    std::optional<std::uint32_t> position() {
        const auto catalogue = source().catalogue_for(object_, u"");
        const auto found = std::ranges::find(catalogue->objects, object_, &model::ObjectDef::name);
        return found == catalogue->objects.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::uint32_t>(found - catalogue->objects.begin()));
    }

    const model::ObjectDef& definition() {
        catalogue_ = source().catalogue_for(object_, u"");
        return catalogue_->objects[position().value()];
    }

    bool has(std::u16string_view counter) { return column(counter).has_value(); }

    void collect() {
        const model::ObjectDef& object = definition();
        if (session_ == nullptr) {
            session_ = source().open_session();
        }
        const std::array<model::ObjectRequest, 1> requests{
            {{.object = *position(), .columns = std::vector<bool>(object.columns, true)}}};
        snapshot_ = {};
        snapshot_.objects.resize(1);
        REQUIRE(session_->collect(requests, snapshot_).has_value());
        snapshot_.objects[0].publish(nullptr);
    }

    Status status() const { return snapshot_.objects[0].status(); }
    std::size_t rows() const { return snapshot_.objects[0].rows(); }
    std::u16string name(std::size_t row) const {
        return snapshot_.objects[0].instances()->instances()[row].name;
    }

    /// Of an instance, or of an object without instances. `unread` for a cell without a value.
    std::int64_t value(std::u16string_view counter, std::u16string_view instance = u"") {
        const auto& rows = snapshot_.objects[0].instances()->instances();
        const auto row = std::ranges::find(rows, instance, &model::Instance::name);
        REQUIRE(row != rows.end());
        const auto place = static_cast<std::size_t>(row - rows.begin());
        const std::uint32_t found = column(counter).value();
        return snapshot_.objects[0].is_valid(place, found) ? snapshot_.objects[0].cell(place, found)
                                                           : calc::unread;
    }

    std::int64_t base(std::u16string_view counter, std::u16string_view instance = u"") {
        const auto& rows = snapshot_.objects[0].instances()->instances();
        const auto row = std::ranges::find(rows, instance, &model::Instance::name);
        REQUIRE(row != rows.end());
        const std::uint32_t base = definition().counters[column(counter).value()].base;
        return snapshot_.objects[0].cell(static_cast<std::size_t>(row - rows.begin()), base);
    }

    void pass(std::int64_t ticks) {
        clock.advance(ticks);
        machine.uptime += ticks;
    }

    FakeMachine machine;
    ManualClock clock{Instant{.perf_time = 1'000'000'000,
        .time_100ns = 133'000'000'000'000'000,
        .system_time = 133'000'000'000'000'500}};

  private:
    std::optional<std::uint32_t> column(std::u16string_view counter) {
        const auto& counters = definition().counters;
        const auto found = std::ranges::find(counters, counter, &model::CounterDef::name);
        return found == counters.end() ? std::nullopt
                                       : std::optional(static_cast<std::uint32_t>(found - counters.begin()));
    }

    std::u16string object_;
    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    model::Snapshot snapshot_;
};

constexpr std::int64_t second = ticks_per_second;

} // namespace

TEST_CASE("all objects are listed where the system fills everything in") {
    Bed bed(u"System");
    std::vector<std::u16string> names;
    for (const auto& object : bed.source().catalogue()->objects) {
        names.push_back(object.name);
    }
    CHECK(names == std::vector<std::u16string>{u"System", u"Memory", u"Processor", u"Processor Information",
                       u"Process", u"Process V2", u"Paging File", u"LogicalDisk", u"Network Interface",
                       u"IPv4", u"IPv6", u"TCPv4", u"UDPv4", u"UDPv6", u"ICMP"});
    CHECK(bed.source().name() == "windows");
    CHECK_FALSE(bed.source().catalogue()->default_scale_applies);
    CHECK(bed.source().catalogue() == bed.source().catalogue());
}

TEST_CASE("a counter asks the system for its object alone, once") {
    Bed bed(u"Processor");
    REQUIRE(bed.position().has_value());
    CHECK(bed.source().catalogue_for(u"", u"")->objects.size() == 1);
    CHECK(bed.machine.asked == std::vector{Information::processors});
    bed.collect();
    CHECK(bed.machine.asked == std::vector{Information::processors, Information::processors});
}

TEST_CASE("processors have their own times, and the total the mean of them") {
    Bed bed(u"Processor");
    bed.collect();
    REQUIRE(bed.rows() == 3);
    CHECK(bed.name(2) == u"_Total");
    CHECK(bed.value(u"% Idle Time", u"0") == 30'000'000'000);
    CHECK(bed.value(u"% User Time", u"1") == 20'000'000'000);
    CHECK(bed.value(u"% Privileged Time", u"0") == 10'000'000'000);
    CHECK(bed.value(u"% Processor Time", u"_Total") == 25'000'000'000);

    bed.pass(second);
    bed.machine.processors[0].idle += second / 2;
    bed.machine.processors[0].kernel += second / 2;
    bed.machine.processors[0].user += second / 2;
    bed.machine.processors[1].kernel += second;
    bed.collect();
    CHECK(bed.value(u"% Processor Time", u"0") == 30'000'000'000 + second / 2);
    CHECK(bed.value(u"% Processor Time", u"_Total") == 25'000'000'000 + second / 4);
}

TEST_CASE("an idle processor whose ticks run ahead of the clock is never busy for less than no time") {
    Bed bed(u"Processor");
    bed.collect();
    bed.pass(second);
    for (ProcessorTimes& times : bed.machine.processors) {
        times.idle += second + second / 100;
        times.kernel += second + second / 100;
    }
    bed.collect();
    CHECK(bed.value(u"% Processor Time", u"0") == 30'000'000'000 + second);
    bed.pass(second);
    for (ProcessorTimes& times : bed.machine.processors) {
        times.idle += second - second / 100;
        times.kernel += second - second / 100;
    }
    bed.collect();
    CHECK(bed.value(u"% Processor Time", u"0") == 30'000'000'000 + 2 * second);
}

TEST_CASE("time that a machine spent suspended counts as idle") {
    Bed bed(u"Processor");
    bed.collect();
    bed.clock.advance(100 * second); // the uptime stands still
    bed.machine.uptime += second;
    for (ProcessorTimes& times : bed.machine.processors) {
        times.kernel += second;
    }
    bed.collect();
    CHECK(bed.value(u"% Processor Time", u"0") == 30'000'000'000 + 99 * second);
}

TEST_CASE("a time that the system takes back by rounding stands still") {
    Bed bed(u"Processor");
    bed.collect();
    bed.machine.processors[0].user -= 1000;
    bed.machine.processors[0].kernel -= 1000;
    bed.collect();
    CHECK(bed.value(u"% User Time", u"0") == 10'000'000'000);
    CHECK(bed.value(u"% Privileged Time", u"0") == 10'000'000'000);
}

TEST_CASE(
    "times that no processor can have are not offered: idle for longer than in the kernel, or none at all") {
    for (const ProcessorTimes& invented : {ProcessorTimes{6, 2, 4}, ProcessorTimes{}}) {
        for (const char16_t* const object : {u"Processor", u"Processor Information"}) {
            Bed bed(object);
            bed.machine.processors = {invented, invented};
            CHECK_FALSE(bed.position().has_value());
        }
    }
    Bed bed(u"Processor");
    bed.machine.refused = {Information::processors};
    CHECK_FALSE(bed.position().has_value());
}

TEST_CASE("times that do not grow with the machine's clock have no value until they do again") {
    Bed bed(u"Processor");
    bed.collect();
    CHECK(bed.status() == Status::success);
    bed.pass(second);
    bed.collect();
    CHECK(bed.status() == Status::cstatus_invalid_data);
    bed.pass(second);
    for (ProcessorTimes& times : bed.machine.processors) {
        times.idle += second;
        times.kernel += second;
    }
    bed.collect();
    CHECK(bed.status() == Status::success);
    bed.pass(second);
    bed.machine.processors[0].user += 20 * second;
    bed.collect();
    CHECK(bed.status() == Status::cstatus_invalid_data);
}

TEST_CASE("a sleep that the machine's clock counts takes no sample of its processors away") {
    Bed bed(u"Processor");
    const auto collect_after = [&](std::int64_t time, std::int64_t idle) {
        bed.pass(time);
        for (ProcessorTimes& times : bed.machine.processors) {
            times.idle += idle;
            times.kernel += idle;
        }
        bed.collect();
        return bed.status();
    };
    bed.collect();
    CHECK(collect_after(second, second) == Status::success);
    CHECK(collect_after(3600 * second, second) == Status::success);
    CHECK(collect_after(second, second) == Status::success);
    CHECK(bed.value(u"% Processor Time", u"0") == 30'000'000'000 + 3602 * second);
    CHECK(collect_after(3600 * second, second) == Status::success);
    CHECK(collect_after(second, 0) == Status::cstatus_invalid_data); // it did not sleep twice at once
}

TEST_CASE("on Windows, where the clock goes on in standby, times need not grow with it") {
    Bed bed(u"Processor");
    bed.machine.is_wine = false;
    bed.collect();
    bed.pass(second);
    bed.collect();
    CHECK(bed.status() == Status::success);
}

TEST_CASE("answers that fail in a collect leave the object without data") {
    for (const auto& [object, information] : {std::pair{u"Processor", Information::processors},
             std::pair{u"Memory", Information::performance}, std::pair{u"Process", Information::processes}}) {
        Bed bed(object);
        bed.collect();
        bed.machine.refused = {information};
        bed.collect();
        CHECK(bed.status() == Status::cstatus_invalid_data);
        bed.machine.refused.clear();
        bed.collect();
        CHECK(bed.status() == Status::success);
    }
}

TEST_CASE("Processor Information has the frequency and its limit, and instances of one node") {
    Bed bed(u"Processor Information");
    bed.collect();
    REQUIRE(bed.rows() == 4);
    CHECK(bed.name(2) == u"0,_Total");
    CHECK(bed.value(u"Processor Frequency", u"0,1") == 3000);
    CHECK(bed.value(u"% Performance Limit", u"0,1") == 50);
    CHECK(bed.value(u"% Performance Limit", u"_Total") == 75);
    CHECK(bed.definition().title_index == 0);

    Bed unknown(u"Processor Information");
    unknown.machine.power = {{0, 0}, {0, 0}};
    CHECK(unknown.has(u"% Processor Time"));
    CHECK_FALSE(unknown.has(u"Processor Frequency"));
}

TEST_CASE("the memory that is available and committed, of its limit") {
    Bed bed(u"Memory");
    bed.collect();
    CHECK(bed.value(u"Available Bytes") == 60'000 * 4096);
    CHECK(bed.value(u"Available KBytes") == 60'000 * 4);
    CHECK(bed.value(u"Available MBytes") == 60'000 * 4 / 1024);
    CHECK(bed.value(u"Committed Bytes") == 50'000 * 4096);
    CHECK(bed.value(u"Commit Limit") == 150'002LL * 4096);
    CHECK(bed.value(u"% Committed Bytes In Use") == 50'000);
    CHECK(bed.base(u"% Committed Bytes In Use") == 150'002);
    CHECK_FALSE(bed.has(u"Pages/sec"));
}

TEST_CASE("memory that no machine can have is not offered: none left, or a limit below what there is") {
    for (const MemoryPages& invented :
        {MemoryPages{0, 1, 150'000}, MemoryPages{60'000, 1, 1}, MemoryPages{200'000, 1, 300'000}}) {
        Bed bed(u"Memory");
        bed.machine.pages = invented;
        CHECK_FALSE(bed.position().has_value());
        Bed paging(u"Paging File");
        paging.machine.pages = invented;
        CHECK_FALSE(paging.position().has_value());
    }
}

TEST_CASE("the swap space of Wine on Linux is what the limit has beyond the memory") {
    Bed bed(u"Paging File");
    bed.collect();
    REQUIRE(bed.rows() == 1);
    CHECK(bed.name(0) == u"_Total");
    CHECK(bed.base(u"% Usage", u"_Total") == 50'000);
    CHECK(bed.value(u"% Usage", u"_Total") == 50'000 - (150'002 - 50'000 - 60'000));
    Bed without(u"Paging File");
    without.machine.pages.commit_limit = 100'002;
    CHECK_FALSE(without.position().has_value());
    Bed elsewhere(u"Paging File");
    elsewhere.machine.has_linux_files = false;
    CHECK_FALSE(elsewhere.position().has_value());
    Bed windows(u"Paging File");
    windows.machine.is_wine = false;
    CHECK_FALSE(windows.position().has_value());
}

TEST_CASE("processes have the names and numbers of Windows, in the order of their start") {
    for (const Width width : {Width::bits64, Width::bits32}) {
        Bed bed(u"Process");
        bed.machine.width = width;
        std::ranges::reverse(bed.machine.processes);
        bed.collect();
        REQUIRE(bed.rows() == 4);
        CHECK(bed.name(0) == u"Idle");
        CHECK(bed.name(1) == u"explorer");
        CHECK(bed.name(2) == u"program");
        CHECK(bed.name(3) == u"_Total");
        CHECK(bed.value(u"ID Process", u"program") == 36);
        CHECK(bed.value(u"Creating Process ID", u"program") == 32);
        CHECK(bed.value(u"% Processor Time", u"explorer") == 400);
        CHECK(bed.value(u"% User Time", u"explorer") == 300);
        CHECK(bed.value(u"% Privileged Time", u"explorer") == 100);
        CHECK(bed.value(u"Working Set", u"program") == 500);
        CHECK(bed.value(u"Working Set Peak", u"program") == 600);
        CHECK(bed.value(u"Virtual Bytes", u"program") == 700);
        CHECK(bed.value(u"Virtual Bytes Peak", u"program") == 800);
        CHECK(bed.value(u"Private Bytes", u"program") == 400);
        CHECK(bed.value(u"Page File Bytes", u"_Total") == 4400);
        CHECK(bed.value(u"Thread Count", u"explorer") == 3);
        CHECK(bed.value(u"Handle Count", u"program") == 2);
        CHECK(bed.value(u"Priority Base", u"program") == 8);
        CHECK(bed.value(u"Elapsed Time", u"program") == 2000 - 500); // the wall clock is 500 ahead
        CHECK(bed.value(u"% Processor Time", u"Idle") == 50'000'000'000);
        CHECK(bed.value(u"Thread Count", u"Idle") == 2);
    }
}

TEST_CASE("Process V2 names its instances by number too") {
    Bed bed(u"Process V2");
    bed.collect();
    CHECK(bed.name(0) == u"Idle:0");
    CHECK(bed.name(2) == u"program:36");
    CHECK(bed.value(u"Process ID", u"program:36") == 36);
}

TEST_CASE("the total of the processes neither falls nor leaps when some come and go") {
    Bed bed(u"Process");
    bed.collect();
    const std::int64_t before = bed.value(u"% User Time", u"_Total");
    bed.machine.processes.erase(bed.machine.processes.begin());
    bed.machine.processes[0].user += 10;
    ProcessEntry born = bed.machine.processes[0]; // since the last sample
    born.id = 40;
    born.created = 133'000'000'000'001'000;
    born.user = 5;
    bed.machine.processes.push_back(born);
    ProcessEntry met = born; // long before it, and only seen now
    met.id = 44;
    met.created = 3000;
    met.user = 700;
    bed.machine.processes.push_back(met);
    bed.pass(second);
    bed.collect();
    CHECK(bed.value(u"% User Time", u"_Total") == before + 10 + 5);
}

TEST_CASE("what Wine fills in of processes with zeros is not offered, and what it knows is") {
    Bed bed(u"Process");
    for (ProcessEntry& process : bed.machine.processes) {
        process.user = 0;
        process.kernel = 0;
        process.working_set = 0;
        process.virtual_size = 0;
    }
    bed.machine.processors = {{6, 2, 4}};
    bed.machine.handles = {};
    bed.machine.priority_class = 0;
    CHECK(bed.has(u"ID Process"));
    CHECK(bed.has(u"Thread Count"));
    for (const char16_t* const counter :
        {u"% Processor Time", u"Working Set", u"Private Bytes", u"Handle Count", u"Priority Base"}) {
        CHECK_FALSE(bed.has(counter));
    }
    bed.collect();
    CHECK(bed.rows() == 3); // without Idle, whose time is not known
}

TEST_CASE("a list of processes without this one is no list") {
    Bed bed(u"Process");
    bed.machine.own_process = 99;
    CHECK_FALSE(bed.position().has_value());
}

TEST_CASE("on Windows the list has Idle, the handles and the priority") {
    Bed bed(u"Process");
    bed.machine.is_wine = false;
    bed.machine.processes.insert(bed.machine.processes.begin(), ProcessEntry{});
    bed.machine.processes[0].user = 1;
    bed.machine.processes[2].priority = 13;
    bed.collect();
    REQUIRE(bed.rows() == 4);
    CHECK(bed.name(0) == u"Idle");
    CHECK(bed.value(u"% User Time", u"Idle") == 1);
    CHECK(bed.value(u"Handle Count", u"program") == 32);
    CHECK(bed.value(u"Priority Base", u"program") == 13);
}

TEST_CASE("a process has the name of its program's file without .exe, unless that is all of it") {
    Bed bed(u"Process");
    bed.machine.processes[0].name = u"Program.EXE";
    bed.machine.processes[1].name = u".exe";
    bed.collect();
    CHECK(bed.name(1) == u"Program");
    CHECK(bed.name(2) == u".exe");
}

TEST_CASE("a process whose program is not loaded yet has its number for a name") {
    Bed bed(u"Process V2");
    bed.machine.processes.back().name.clear();
    bed.collect();
    CHECK(bed.name(2) == u"36:36");
}

TEST_CASE("while the system is asked for an object, another thread may find it") {
    Bed bed(u"Memory");
    bool is_within = false;
    bed.machine.when_asked = [&] {
        if (!std::exchange(is_within, true)) {
            CHECK(bed.position().has_value()); // waits for ever if the lock is held
        }
    };
    CHECK(bed.position().has_value());
    const auto catalogue = bed.source().catalogue();
    CHECK(std::ranges::count(catalogue->objects, u"Memory", &model::ObjectDef::name) == 1);
}

TEST_CASE("a name that a user chose means no other instance") {
    Bed bed(u"Process");
    bed.machine.processes[0].name = u"_total.exe";
    bed.machine.processes[1].name = u"a#1.exe";
    bed.collect();
    CHECK(bed.name(1) == u"_total_");
    CHECK(bed.name(2) == u"a_1");
}

TEST_CASE("System has the uptime, and the processes and threads of the prefix") {
    Bed bed(u"System");
    bed.collect();
    CHECK(bed.value(u"Processes") == 2);
    CHECK(bed.value(u"Threads") == 5);
    const std::int64_t boot = 133'000'000'000'000'000 - 50'000'000'000;
    CHECK(bed.value(u"System Up Time") == boot);
    bed.pass(second);
    bed.machine.uptime -= 160'000; // a step of the system's clock
    bed.collect();
    CHECK(bed.value(u"System Up Time") == boot);

    Bed without(u"System");
    without.machine.refused = {Information::processes};
    CHECK(without.has(u"System Up Time"));
    CHECK_FALSE(without.has(u"Processes"));
}

TEST_CASE("the space of drives, and of all file systems together") {
    Bed bed(u"LogicalDisk");
    bed.machine.drives = {
        {u"C:", 1LL << 30, 1LL << 29}, {u"D:", 3LL << 30, 1LL << 30}, {u"Z:", 1LL << 30, 1LL << 29}};
    bed.collect();
    REQUIRE(bed.rows() == 4);
    CHECK(bed.value(u"Free Megabytes", u"C:") == 512);
    CHECK(bed.value(u"% Free Space", u"D:") == 1024);
    CHECK(bed.base(u"% Free Space", u"D:") == 3072);
    CHECK(bed.value(u"Free Megabytes", u"_Total") == 512 + 1024); // C: and Z: are one file system
    CHECK(bed.base(u"% Free Space", u"_Total") == 1024 + 3072);
    Bed without(u"LogicalDisk");
    without.machine.drives.clear();
    CHECK_FALSE(without.position().has_value());
}

TEST_CASE("interfaces have the counts of the kernel: Wine counts all packets as unicast") {
    Bed bed(u"Network Interface");
    bed.collect();
    REQUIRE(bed.rows() == 1);
    CHECK(bed.name(0) == u"eth0");
    CHECK(bed.value(u"Bytes Total/sec", u"eth0") == 1500);
    CHECK(bed.value(u"Bytes Received/sec", u"eth0") == 1000);
    CHECK(bed.value(u"Bytes Sent/sec", u"eth0") == 500);
    CHECK(bed.value(u"Packets/sec", u"eth0") == 15);
    CHECK(bed.value(u"Packets Received/sec", u"eth0") == 10);
    CHECK(bed.value(u"Packets Sent/sec", u"eth0") == 5);
    CHECK(bed.value(u"Packets Received Unicast/sec", u"eth0") == 7);
    CHECK(bed.value(u"Packets Received Non-Unicast/sec", u"eth0") == 3);
    CHECK(bed.value(u"Packets Received Discarded", u"eth0") == 1);
    CHECK(bed.value(u"Packets Received Errors", u"eth0") == 2);
    CHECK(bed.value(u"Packets Outbound Discarded", u"eth0") == 3);
    CHECK(bed.value(u"Packets Outbound Errors", u"eth0") == 4);
    CHECK_FALSE(bed.has(u"Current Bandwidth"));
}

TEST_CASE("on Windows the two kinds of packets are counted apart, and filters are no interfaces") {
    Bed bed(u"Network Interface");
    bed.machine.is_wine = false;
    (*bed.machine.interfaces)[1].name = u"Some Adapter (R) #2";
    InterfaceRow filter = (*bed.machine.interfaces)[1];
    filter.is_filter = true;
    bed.machine.interfaces->push_back(filter);
    bed.collect();
    REQUIRE(bed.rows() == 1);
    CHECK(bed.name(0) == u"Some Adapter [R] _2");
    CHECK(bed.value(u"Packets Received/sec", u"Some Adapter [R] _2") == 13);
    CHECK(bed.value(u"Packets Received Unicast/sec", u"Some Adapter [R] _2") == 10);
}

TEST_CASE("interfaces that have counted nothing at all are not offered") {
    Bed bed(u"Network Interface");
    bed.machine.interfaces = {{{.name = u"eth0", .index = 2}}};
    CHECK_FALSE(bed.position().has_value());
    Bed refused(u"Network Interface");
    refused.machine.interfaces = std::nullopt;
    CHECK_FALSE(refused.position().has_value());
}

TEST_CASE("protocols have the counts of their tables") {
    struct Case {
        std::u16string_view object;
        std::u16string_view counter;
        std::int64_t value;
    };
    for (const Case& item : std::initializer_list<Case>{{u"IPv4", u"Datagrams Received/sec", 102},
             {u"IPv4", u"Datagrams Sent/sec", 109}, {u"IPv4", u"Datagrams/sec", 211},
             {u"IPv4", u"Datagrams Outbound Discarded", 111}, {u"IPv6", u"Fragments Created/sec", 119},
             {u"TCPv4", u"Connections Established", 108}, {u"TCPv4", u"Segments/sec", 219},
             {u"TCPv4", u"Segments Retransmitted/sec", 111}, {u"UDPv4", u"Datagrams Sent/sec", 103},
             {u"UDPv6", u"Datagrams No Port/sec", 101}, {u"ICMP", u"Messages Sent/sec", 113},
             {u"ICMP", u"Received Address Mask Reply", 112}, {u"ICMP", u"Messages Outbound Errors", 114}}) {
        CAPTURE(item.value);
        Bed bed{item.object};
        bed.collect();
        CHECK(bed.value(item.counter) == item.value);
    }
    CHECK_FALSE(Bed(u"IPv6").has(u"Datagrams Received Discarded"));
    CHECK_FALSE(Bed(u"TCPv6").position().has_value());
}

TEST_CASE("a count of 32 bits continues when it wraps, and the number of connections may fall") {
    Bed bed(u"TCPv4");
    StatisticsTable& table = bed.machine.statistics[Statistics::tcp];
    table[9] = 4'294'967'290; // received
    bed.collect();
    table[9] = 4;
    table[8] = 50; // established
    bed.collect();
    CHECK(bed.value(u"Segments Received/sec") == 4'294'967'300);
    CHECK(bed.value(u"Connections Established") == 50);
    bed.machine.statistics.erase(Statistics::tcp);
    bed.collect();
    CHECK(bed.value(u"Segments Received/sec") == calc::unread);
}

TEST_CASE("a protocol that the system refuses, or that has counted nothing, is not offered") {
    Bed refused(u"UDPv4");
    refused.machine.statistics.erase(Statistics::udp4);
    CHECK_FALSE(refused.position().has_value());
    Bed silent(u"ICMP");
    silent.machine.statistics[Statistics::icmp] = {};
    CHECK_FALSE(silent.position().has_value());
}

TEST_CASE("a protocol that had counted nothing is looked for again after a while") {
    Bed bed(u"ICMP");
    const auto packets = bed.machine.statistics[Statistics::icmp];
    bed.machine.statistics[Statistics::icmp] = {};
    CHECK(bed.source().catalogue_for(u"ICMP", u"")->objects.empty());
    bed.machine.statistics[Statistics::icmp] = packets;
    bed.pass(9 * second);
    CHECK(bed.source().catalogue_for(u"ICMP", u"")->objects.empty());
    bed.pass(second);
    CHECK(bed.source().catalogue_for(u"ICMP", u"")->objects.size() == 1);
}

TEST_CASE("instances are enumerated as they are now") {
    Bed bed(u"Process");
    model::ObjectSnapshot instances;
    REQUIRE(bed.source().enumerate(bed.position().value(), instances).has_value());
    CHECK(instances.rows() == 4);
    bed.machine.processes.pop_back();
    bed.machine.own_process = 32;
    REQUIRE(bed.source().enumerate(bed.position().value(), instances).has_value());
    CHECK(instances.rows() == 3);
}
