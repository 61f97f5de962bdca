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
class Fixture {
  public:
    explicit Fixture(std::u16string_view object) : object_(object) {}

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
    Fixture fixture(u"System");
    std::vector<std::u16string> names;
    for (const auto& object : fixture.source().catalogue()->objects) {
        names.push_back(object.name);
    }
    CHECK(names == std::vector<std::u16string>{u"System", u"Memory", u"Processor", u"Processor Information",
                       u"Process", u"Process V2", u"Paging File", u"LogicalDisk", u"Network Interface",
                       u"IPv4", u"IPv6", u"TCPv4", u"UDPv4", u"UDPv6", u"ICMP"});
    CHECK(fixture.source().name() == "windows");
    CHECK_FALSE(fixture.source().catalogue()->default_scale_applies);
    CHECK(fixture.source().catalogue() == fixture.source().catalogue());
}

TEST_CASE("a counter asks the system for its object alone, once") {
    Fixture fixture(u"Processor");
    REQUIRE(fixture.position().has_value());
    CHECK(fixture.source().catalogue_for(u"", u"")->objects.size() == 1);
    CHECK(fixture.machine.asked == std::vector{Information::processors});
    fixture.collect();
    CHECK(fixture.machine.asked == std::vector{Information::processors, Information::processors});
}

TEST_CASE("processors have their own times, and the total the mean of them") {
    Fixture fixture(u"Processor");
    fixture.collect();
    REQUIRE(fixture.rows() == 3);
    CHECK(fixture.name(2) == u"_Total");
    CHECK(fixture.value(u"% Idle Time", u"0") == 30'000'000'000);
    CHECK(fixture.value(u"% User Time", u"1") == 20'000'000'000);
    CHECK(fixture.value(u"% Privileged Time", u"0") == 10'000'000'000);
    CHECK(fixture.value(u"% Processor Time", u"_Total") == 25'000'000'000);

    fixture.pass(second);
    fixture.machine.processors[0].idle += second / 2;
    fixture.machine.processors[0].kernel += second / 2;
    fixture.machine.processors[0].user += second / 2;
    fixture.machine.processors[1].kernel += second;
    fixture.collect();
    CHECK(fixture.value(u"% Processor Time", u"0") == 30'000'000'000 + second / 2);
    CHECK(fixture.value(u"% Processor Time", u"_Total") == 25'000'000'000 + second / 4);
}

TEST_CASE("an idle processor whose ticks run ahead of the clock is not busy") {
    Fixture fixture(u"Processor");
    fixture.collect();
    fixture.pass(second);
    for (ProcessorTimes& times : fixture.machine.processors) {
        times.idle += second + second / 100;
        times.kernel += second + second / 100;
    }
    fixture.collect();
    CHECK(fixture.value(u"% Processor Time", u"0") == 30'000'000'000 + second);
    fixture.pass(second);
    for (ProcessorTimes& times : fixture.machine.processors) {
        times.idle += second - second / 100;
        times.kernel += second - second / 100;
    }
    fixture.collect();
    CHECK(fixture.value(u"% Processor Time", u"0") == 30'000'000'000 + 2 * second);
}

TEST_CASE("time that a machine spent suspended counts as idle") {
    Fixture fixture(u"Processor");
    fixture.collect();
    fixture.clock.advance(100 * second); // the uptime stands still
    fixture.machine.uptime += second;
    for (ProcessorTimes& times : fixture.machine.processors) {
        times.kernel += second;
    }
    fixture.collect();
    CHECK(fixture.value(u"% Processor Time", u"0") == 30'000'000'000 + 99 * second);
}

TEST_CASE("a time that the system takes back by rounding stands still") {
    Fixture fixture(u"Processor");
    fixture.collect();
    fixture.machine.processors[0].user -= 1000;
    fixture.machine.processors[0].kernel -= 1000;
    fixture.collect();
    CHECK(fixture.value(u"% User Time", u"0") == 10'000'000'000);
    CHECK(fixture.value(u"% Privileged Time", u"0") == 10'000'000'000);
}

TEST_CASE("times that no processor can have are not offered") {
    for (const ProcessorTimes& invented : {ProcessorTimes{6, 2, 4}, ProcessorTimes{}}) {
        for (const char16_t* const object : {u"Processor", u"Processor Information"}) {
            Fixture fixture(object);
            fixture.machine.processors = {invented, invented};
            CHECK_FALSE(fixture.position().has_value());
        }
    }
    Fixture fixture(u"Processor");
    fixture.machine.refused = {Information::processors};
    CHECK_FALSE(fixture.position().has_value());
}

TEST_CASE("times that stop growing with the clock have no value until they grow again") {
    Fixture fixture(u"Processor");
    fixture.collect();
    CHECK(fixture.status() == Status::success);
    fixture.pass(second);
    fixture.collect();
    CHECK(fixture.status() == Status::cstatus_invalid_data);
    fixture.pass(second);
    for (ProcessorTimes& times : fixture.machine.processors) {
        times.idle += second;
        times.kernel += second;
    }
    fixture.collect();
    CHECK(fixture.status() == Status::success);
    fixture.pass(second);
    fixture.machine.processors[0].user += 20 * second;
    fixture.collect();
    CHECK(fixture.status() == Status::cstatus_invalid_data);
}

TEST_CASE("a sleep that the machine's clock counts takes no sample of its processors away") {
    Fixture fixture(u"Processor");
    const auto collect_after = [&](std::int64_t time, std::int64_t idle) {
        fixture.pass(time);
        for (ProcessorTimes& times : fixture.machine.processors) {
            times.idle += idle;
            times.kernel += idle;
        }
        fixture.collect();
        return fixture.status();
    };
    fixture.collect();
    CHECK(collect_after(second, second) == Status::success);
    CHECK(collect_after(3600 * second, second) == Status::success);
    CHECK(collect_after(second, second) == Status::success);
    CHECK(fixture.value(u"% Processor Time", u"0") == 30'000'000'000 + 3602 * second);
    CHECK(collect_after(3600 * second, second) == Status::success);
    CHECK(collect_after(second, 0) == Status::cstatus_invalid_data); // it did not sleep twice at once
}

TEST_CASE("on Windows, where the clock runs on in standby, times need not grow with it") {
    Fixture fixture(u"Processor");
    fixture.machine.is_wine = false;
    fixture.collect();
    fixture.pass(second);
    fixture.collect();
    CHECK(fixture.status() == Status::success);
}

TEST_CASE("answers that fail in a collect leave the object without data") {
    for (const auto& [object, information] : {std::pair{u"Processor", Information::processors},
             std::pair{u"Memory", Information::performance}, std::pair{u"Process", Information::processes}}) {
        Fixture fixture(object);
        fixture.collect();
        fixture.machine.refused = {information};
        fixture.collect();
        CHECK(fixture.status() == Status::cstatus_invalid_data);
        fixture.machine.refused.clear();
        fixture.collect();
        CHECK(fixture.status() == Status::success);
    }
}

TEST_CASE("Processor Information has the frequency and its limit, and instances of one node") {
    Fixture fixture(u"Processor Information");
    fixture.collect();
    REQUIRE(fixture.rows() == 4);
    CHECK(fixture.name(2) == u"0,_Total");
    CHECK(fixture.value(u"Processor Frequency", u"0,1") == 3000);
    CHECK(fixture.value(u"% Performance Limit", u"0,1") == 50);
    CHECK(fixture.value(u"% Performance Limit", u"_Total") == 75);
    CHECK(fixture.definition().title_index == 0);

    Fixture unknown(u"Processor Information");
    unknown.machine.power = {{0, 0}, {0, 0}};
    CHECK(unknown.has(u"% Processor Time"));
    CHECK_FALSE(unknown.has(u"Processor Frequency"));
}

TEST_CASE("the memory that is available and committed, of its limit") {
    Fixture fixture(u"Memory");
    fixture.collect();
    CHECK(fixture.value(u"Available Bytes") == 60'000 * 4096);
    CHECK(fixture.value(u"Available KBytes") == 60'000 * 4);
    CHECK(fixture.value(u"Available MBytes") == 60'000 * 4 / 1024);
    CHECK(fixture.value(u"Committed Bytes") == 50'000 * 4096);
    CHECK(fixture.value(u"Commit Limit") == 150'002LL * 4096);
    CHECK(fixture.value(u"% Committed Bytes In Use") == 50'000);
    CHECK(fixture.base(u"% Committed Bytes In Use") == 150'002);
    CHECK_FALSE(fixture.has(u"Pages/sec"));
}

TEST_CASE("memory that no machine can have is not offered") {
    for (const MemoryPages& invented :
        {MemoryPages{0, 1, 150'000}, MemoryPages{60'000, 1, 1}, MemoryPages{200'000, 1, 300'000}}) {
        Fixture fixture(u"Memory");
        fixture.machine.pages = invented;
        CHECK_FALSE(fixture.position().has_value());
        Fixture paging(u"Paging File");
        paging.machine.pages = invented;
        CHECK_FALSE(paging.position().has_value());
    }
}

TEST_CASE("the swap space of Wine on Linux is what the limit has beyond the memory") {
    Fixture fixture(u"Paging File");
    fixture.collect();
    REQUIRE(fixture.rows() == 1);
    CHECK(fixture.name(0) == u"_Total");
    CHECK(fixture.base(u"% Usage", u"_Total") == 50'000);
    CHECK(fixture.value(u"% Usage", u"_Total") == 50'000 - (150'002 - 50'000 - 60'000));
    Fixture without(u"Paging File");
    without.machine.pages.commit_limit = 100'002;
    CHECK_FALSE(without.position().has_value());
    Fixture elsewhere(u"Paging File");
    elsewhere.machine.has_linux_files = false;
    CHECK_FALSE(elsewhere.position().has_value());
    Fixture windows(u"Paging File");
    windows.machine.is_wine = false;
    CHECK_FALSE(windows.position().has_value());
}

TEST_CASE("processes have the names and numbers of Windows, in the order of their start") {
    for (const PointerWidth width : {PointerWidth::bits64, PointerWidth::bits32}) {
        Fixture fixture(u"Process");
        fixture.machine.width = width;
        std::ranges::reverse(fixture.machine.processes);
        fixture.collect();
        REQUIRE(fixture.rows() == 4);
        CHECK(fixture.name(0) == u"Idle");
        CHECK(fixture.name(1) == u"explorer");
        CHECK(fixture.name(2) == u"program");
        CHECK(fixture.name(3) == u"_Total");
        CHECK(fixture.value(u"ID Process", u"program") == 36);
        CHECK(fixture.value(u"Creating Process ID", u"program") == 32);
        CHECK(fixture.value(u"% Processor Time", u"explorer") == 400);
        CHECK(fixture.value(u"% User Time", u"explorer") == 300);
        CHECK(fixture.value(u"% Privileged Time", u"explorer") == 100);
        CHECK(fixture.value(u"Working Set", u"program") == 500);
        CHECK(fixture.value(u"Working Set Peak", u"program") == 600);
        CHECK(fixture.value(u"Virtual Bytes", u"program") == 700);
        CHECK(fixture.value(u"Virtual Bytes Peak", u"program") == 800);
        CHECK(fixture.value(u"Private Bytes", u"program") == 400);
        CHECK(fixture.value(u"Page File Bytes", u"_Total") == 4400);
        CHECK(fixture.value(u"Thread Count", u"explorer") == 3);
        CHECK(fixture.value(u"Priority Base", u"program") == 8);
        CHECK(fixture.value(u"Elapsed Time", u"program") == 2000 - 500); // the wall clock is 500 ahead
        CHECK(fixture.value(u"% Processor Time", u"Idle") == 50'000'000'000);
        CHECK(fixture.value(u"Thread Count", u"Idle") == 2);
    }
}

TEST_CASE("Process V2 names its instances by number too") {
    Fixture fixture(u"Process V2");
    fixture.collect();
    CHECK(fixture.name(0) == u"Idle:0");
    CHECK(fixture.name(2) == u"program:36");
    CHECK(fixture.value(u"Process ID", u"program:36") == 36);
}

TEST_CASE("the total of the processes neither falls nor leaps when some come and go") {
    Fixture fixture(u"Process");
    fixture.collect();
    const std::int64_t before = fixture.value(u"% User Time", u"_Total");
    fixture.machine.processes.erase(fixture.machine.processes.begin());
    fixture.machine.processes[0].user += 10;
    ProcessEntry born = fixture.machine.processes[0]; // since the last sample
    born.id = 40;
    born.created = 133'000'000'000'001'000;
    born.user = 5;
    fixture.machine.processes.push_back(born);
    ProcessEntry met = born; // long before it, and only seen now
    met.id = 44;
    met.created = 3000;
    met.user = 700;
    fixture.machine.processes.push_back(met);
    fixture.pass(second);
    fixture.collect();
    CHECK(fixture.value(u"% User Time", u"_Total") == before + 10 + 5);
}

TEST_CASE("what Wine fills in of processes with zeros is not offered, and what it knows is") {
    Fixture fixture(u"Process");
    for (ProcessEntry& process : fixture.machine.processes) {
        process.user = 0;
        process.kernel = 0;
        process.working_set = 0;
        process.virtual_size = 0;
    }
    fixture.machine.processors = {{6, 2, 4}};
    fixture.machine.priority_class = 0;
    CHECK(fixture.has(u"ID Process"));
    CHECK(fixture.has(u"Thread Count"));
    for (const char16_t* const counter :
        {u"% Processor Time", u"Working Set", u"Private Bytes", u"Priority Base"}) {
        CHECK_FALSE(fixture.has(counter));
    }
    fixture.collect();
    CHECK(fixture.rows() == 3); // without Idle, whose time is not known
}

TEST_CASE("handles are not offered under Wine, which reports the size of its table") {
    Fixture fixture(u"Process");
    CHECK_FALSE(fixture.has(u"Handle Count"));
}

TEST_CASE("a list of processes without this one is refused") {
    Fixture fixture(u"Process");
    fixture.machine.own_process = 99;
    CHECK_FALSE(fixture.position().has_value());
}

TEST_CASE("on Windows the list has Idle, the handles and the priority") {
    Fixture fixture(u"Process");
    fixture.machine.is_wine = false;
    fixture.machine.processes.insert(fixture.machine.processes.begin(), ProcessEntry{});
    fixture.machine.processes[0].user = 1;
    fixture.machine.processes[2].priority = 13;
    fixture.collect();
    REQUIRE(fixture.rows() == 4);
    CHECK(fixture.name(0) == u"Idle");
    CHECK(fixture.value(u"% User Time", u"Idle") == 1);
    CHECK(fixture.value(u"Handle Count", u"program") == 32);
    CHECK(fixture.value(u"Priority Base", u"program") == 13);
}

TEST_CASE("a process has its program's file name without .exe, unless that is all of it") {
    Fixture fixture(u"Process");
    fixture.machine.processes[0].name = u"Program.EXE";
    fixture.machine.processes[1].name = u".exe";
    fixture.collect();
    CHECK(fixture.name(1) == u"Program");
    CHECK(fixture.name(2) == u".exe");
}

TEST_CASE("a process whose program is not loaded yet has its number for a name") {
    Fixture fixture(u"Process V2");
    fixture.machine.processes.back().name.clear();
    fixture.collect();
    CHECK(fixture.name(2) == u"36:36");
}

TEST_CASE("while the system is asked for an object, another thread may find it") {
    Fixture fixture(u"Memory");
    bool is_within = false;
    fixture.machine.when_asked = [&] {
        if (!std::exchange(is_within, true)) {
            CHECK(fixture.position().has_value()); // waits for ever if the lock is held
        }
    };
    CHECK(fixture.position().has_value());
    const auto catalogue = fixture.source().catalogue();
    CHECK(std::ranges::count(catalogue->objects, u"Memory", &model::ObjectDef::name) == 1);
}

TEST_CASE("a name that a user chose means no other instance") {
    Fixture fixture(u"Process");
    fixture.machine.processes[0].name = u"_total.exe";
    fixture.machine.processes[1].name = u"a#1.exe";
    fixture.collect();
    CHECK(fixture.name(1) == u"_total_");
    CHECK(fixture.name(2) == u"a_1");
}

TEST_CASE("System has the uptime, and the processes and threads of the prefix") {
    Fixture fixture(u"System");
    fixture.collect();
    CHECK(fixture.value(u"Processes") == 2);
    CHECK(fixture.value(u"Threads") == 5);
    const std::int64_t boot = 133'000'000'000'000'000 - 50'000'000'000;
    CHECK(fixture.value(u"System Up Time") == boot);
    fixture.pass(second);
    fixture.machine.uptime -= 160'000; // a step of the system's clock
    fixture.collect();
    CHECK(fixture.value(u"System Up Time") == boot);

    Fixture without(u"System");
    without.machine.refused = {Information::processes};
    CHECK(without.has(u"System Up Time"));
    CHECK_FALSE(without.has(u"Processes"));
}

TEST_CASE("the space of drives, and of all file systems together") {
    Fixture fixture(u"LogicalDisk");
    fixture.machine.drives = {
        {u"C:", 1LL << 30, 1LL << 29}, {u"D:", 3LL << 30, 1LL << 30}, {u"Z:", 1LL << 30, 1LL << 29}};
    fixture.collect();
    REQUIRE(fixture.rows() == 4);
    CHECK(fixture.value(u"Free Megabytes", u"C:") == 512);
    CHECK(fixture.value(u"% Free Space", u"D:") == 1024);
    CHECK(fixture.base(u"% Free Space", u"D:") == 3072);
    CHECK(fixture.value(u"Free Megabytes", u"_Total") == 512 + 1024); // C: and Z: are one file system
    CHECK(fixture.base(u"% Free Space", u"_Total") == 1024 + 3072);
    Fixture without(u"LogicalDisk");
    without.machine.drives.clear();
    CHECK_FALSE(without.position().has_value());
}

TEST_CASE("interfaces have the counts of the kernel: Wine counts all packets as unicast") {
    Fixture fixture(u"Network Interface");
    fixture.collect();
    REQUIRE(fixture.rows() == 1);
    CHECK(fixture.name(0) == u"eth0");
    CHECK(fixture.value(u"Bytes Total/sec", u"eth0") == 1500);
    CHECK(fixture.value(u"Bytes Received/sec", u"eth0") == 1000);
    CHECK(fixture.value(u"Bytes Sent/sec", u"eth0") == 500);
    CHECK(fixture.value(u"Packets/sec", u"eth0") == 15);
    CHECK(fixture.value(u"Packets Received/sec", u"eth0") == 10);
    CHECK(fixture.value(u"Packets Sent/sec", u"eth0") == 5);
    CHECK(fixture.value(u"Packets Received Unicast/sec", u"eth0") == 7);
    CHECK(fixture.value(u"Packets Received Non-Unicast/sec", u"eth0") == 3);
    CHECK(fixture.value(u"Packets Received Discarded", u"eth0") == 1);
    CHECK(fixture.value(u"Packets Received Errors", u"eth0") == 2);
    CHECK(fixture.value(u"Packets Outbound Discarded", u"eth0") == 3);
    CHECK(fixture.value(u"Packets Outbound Errors", u"eth0") == 4);
    CHECK_FALSE(fixture.has(u"Current Bandwidth"));
}

TEST_CASE("on Windows the kinds of packets are counted apart, and filters are left out") {
    Fixture fixture(u"Network Interface");
    fixture.machine.is_wine = false;
    (*fixture.machine.interfaces)[1].name = u"Some Adapter (R) #2";
    InterfaceRow filter = (*fixture.machine.interfaces)[1];
    filter.is_filter = true;
    fixture.machine.interfaces->push_back(filter);
    fixture.collect();
    REQUIRE(fixture.rows() == 1);
    CHECK(fixture.name(0) == u"Some Adapter [R] _2");
    CHECK(fixture.value(u"Packets Received/sec", u"Some Adapter [R] _2") == 13);
    CHECK(fixture.value(u"Packets Received Unicast/sec", u"Some Adapter [R] _2") == 10);
}

TEST_CASE("interfaces that have counted nothing at all are not offered") {
    Fixture fixture(u"Network Interface");
    fixture.machine.interfaces = {{{.name = u"eth0", .index = 2}}};
    CHECK_FALSE(fixture.position().has_value());
    Fixture refused(u"Network Interface");
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
        Fixture fixture{item.object};
        fixture.collect();
        CHECK(fixture.value(item.counter) == item.value);
    }
    CHECK_FALSE(Fixture(u"IPv6").has(u"Datagrams Received Discarded"));
    CHECK_FALSE(Fixture(u"TCPv6").position().has_value());
}

TEST_CASE("a count of 32 bits continues when it wraps; connections may fall") {
    Fixture fixture(u"TCPv4");
    StatisticsTable& table = fixture.machine.statistics[ProtocolKind::tcp];
    table[9] = 4'294'967'290; // received
    fixture.collect();
    table[9] = 4;
    table[8] = 50; // established
    fixture.collect();
    CHECK(fixture.value(u"Segments Received/sec") == 4'294'967'300);
    CHECK(fixture.value(u"Connections Established") == 50);
    fixture.machine.statistics.erase(ProtocolKind::tcp);
    fixture.collect();
    CHECK(fixture.value(u"Segments Received/sec") == calc::unread);
}

TEST_CASE("a protocol that the system refuses, or that has counted nothing, is not offered") {
    Fixture refused(u"UDPv4");
    refused.machine.statistics.erase(ProtocolKind::udp4);
    CHECK_FALSE(refused.position().has_value());
    Fixture silent(u"ICMP");
    silent.machine.statistics[ProtocolKind::icmp] = {};
    CHECK_FALSE(silent.position().has_value());
}

TEST_CASE("a protocol that had counted nothing is looked for again after a while") {
    Fixture fixture(u"ICMP");
    const auto packets = fixture.machine.statistics[ProtocolKind::icmp];
    fixture.machine.statistics[ProtocolKind::icmp] = {};
    CHECK(fixture.source().catalogue_for(u"ICMP", u"")->objects.empty());
    fixture.machine.statistics[ProtocolKind::icmp] = packets;
    fixture.pass(9 * second);
    CHECK(fixture.source().catalogue_for(u"ICMP", u"")->objects.empty());
    fixture.pass(second);
    CHECK(fixture.source().catalogue_for(u"ICMP", u"")->objects.size() == 1);
}

TEST_CASE("Windows' instances are enumerated as they are now") {
    Fixture fixture(u"Process");
    model::ObjectSnapshot instances;
    REQUIRE(fixture.source().enumerate(fixture.position().value(), instances).has_value());
    CHECK(instances.rows() == 4);
    fixture.machine.processes.pop_back();
    fixture.machine.own_process = 32;
    REQUIRE(fixture.source().enumerate(fixture.position().value(), instances).has_value());
    CHECK(instances.rows() == 3);
}
