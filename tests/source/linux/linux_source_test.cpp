// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter_type.h"
#include "machine.h"
#include "scene.h"
#include "source/linux/linux_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::Status;
using pdh_shim::calc::CounterType;
using pdh_shim::model::CounterDef;
using pdh_shim::model::ObjectDef;

namespace {

bool is_base(const CounterDef& counter) {
    return (counter.type & 0x70C00U) == 0x30400U;
}

std::vector<std::string> names(const auto& definitions) {
    std::vector<std::string> names;
    names.reserve(definitions.size());
    for (const auto& definition : definitions) {
        names.push_back(pdh_shim::to_utf8(definition.name).value());
    }
    return names;
}

const ObjectDef& object(Scene& scene, std::u16string_view name) {
    static_cast<void>(scene.source());
    return scene.source().catalogue()->objects[scene.position_of(name)];
}

const CounterDef& counter(Scene& scene, std::u16string_view of, std::u16string_view name) {
    return object(scene, of).counters[scene.column_of(of, name)];
}

/// A clock whose wall clock somebody sets.
class SetClock final : public pdh_shim::Clock {
  public:
    pdh_shim::Instant instant{5 * second, start_time, start_time};

    pdh_shim::Instant now() override { return instant; }
    bool wait_until(
        const std::shared_ptr<pdh_shim::WaitEvent>& /*wait_event*/, std::int64_t /*time*/) override {
        return false;
    }
};

using Names = std::vector<std::string>;

Names listed(Scene& scene, std::u16string_view object) {
    pdh_shim::model::ObjectSnapshot rows;
    REQUIRE(scene.source().enumerate(scene.position_of(object), rows));
    rows.publish(nullptr);
    Names names;
    for (const auto& instance : rows.instances()->instances()) {
        names.push_back(pdh_shim::to_utf8(instance.name).value());
    }
    return names;
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "the catalogue has the objects whose files this machine has") {
    CHECK(names(source().catalogue()->objects) ==
          std::vector<std::string>{"System", "Memory", "Processor", "Processor Information", "Process",
              "Process V2", "PhysicalDisk", "LogicalDisk", "Network Interface", "Paging File", "TCPv4",
              "UDPv4", "UDPv6", "IPv4", "IPv6", "ICMP", "ICMPv6", "Cache", "Thermal Zone Information",
              "Objects", "Thread", "Network Adapter"});
}

TEST_CASE_FIXTURE(MachineScene, "objects and counters whose files are missing are not in the catalogue") {
    for (const std::string file : {"diskstats", "swaps", "vmstat", "loadavg", "self/io", "interrupts"}) {
        files().remove("/proc/" + file);
    }
    for (const std::u16string_view missing : {u"PhysicalDisk", u"LogicalDisk", u"Paging File"}) {
        CHECK_FALSE(lists(missing));
    }
    CHECK_FALSE(lists(u"Memory", u"Page Faults/sec"));
    CHECK(lists(u"Memory", u"Available Bytes"));
    CHECK_FALSE(lists(u"System", u"Threads"));
    CHECK_FALSE(lists(u"Process", u"IO Data Bytes/sec"));
    CHECK_FALSE(lists(u"Processor", u"Interrupts/sec"));
}

TEST_CASE_FIXTURE(Scene, "a machine without anything to read has an empty catalogue") {
    CHECK(source().catalogue()->objects.empty());
}

TEST_CASE_FIXTURE(
    MachineScene, "counters have the indexes, types and detail levels that Windows gives them") {
    CHECK(object(*this, u"Processor").title_index == 238);
    CHECK(object(*this, u"Process").title_index == 230);
    CHECK(object(*this, u"Process V2").title_index == 0);
    const CounterDef& time = counter(*this, u"Processor", u"% Processor Time");
    CHECK(time.title_index == 6);
    CHECK(time.type == static_cast<std::uint32_t>(CounterType::perf_100nsec_timer_inv));
    CHECK(time.detail == pdh_shim::model::Detail::novice);
    CHECK(counter(*this, u"Process", u"ID Process").title_index == 784);
    CHECK(counter(*this, u"Process V2", u"Process ID").title_index == 0);
    CHECK(counter(*this, u"System", u"System Up Time").type ==
          static_cast<std::uint32_t>(CounterType::perf_elapsed_time));
}

TEST_CASE_FIXTURE(MachineScene, "a base stands behind its counter under the same name and index") {
    for (const ObjectDef& one : source().catalogue()->objects) {
        CAPTURE(pdh_shim::to_utf8(one.name).value());
        CHECK(one.columns == one.counters.size());
        for (std::uint32_t i = 0; i < one.counters.size(); ++i) {
            const CounterDef& counter = one.counters[i];
            CAPTURE(pdh_shim::to_utf8(counter.name).value());
            const auto* info = pdh_shim::calc::find_type(counter.type);
            REQUIRE(info != nullptr);
            const bool wants_base = info->second == pdh_shim::calc::SecondField::base;
            CHECK((counter.base == i + 1) == wants_base);
            if (wants_base) {
                REQUIRE(i + 1 < one.counters.size());
                CHECK(is_base(one.counters[i + 1]));
                CHECK(one.counters[i + 1].name == counter.name);
                CHECK(one.counters[i + 1].title_index == counter.title_index);
            }
        }
    }
}

TEST_CASE_FIXTURE(
    MachineScene, "no scale is published, names are not repeated, and all have an explanation") {
    CHECK_FALSE(source().catalogue()->default_scale_applies);
    CHECK(source().catalogue()->perf_freq == second);
    for (const ObjectDef& one : source().catalogue()->objects) {
        CHECK(one.help.ends_with(u'.'));
        CHECK(one.object_freq == second);
        CHECK_FALSE(is_base(one.counters[one.default_counter]));
        std::set<std::u16string> seen;
        for (const CounterDef& counter : one.counters) {
            CAPTURE(pdh_shim::to_utf8(counter.name).value());
            CHECK(counter.default_scale == 0);
            if (!is_base(counter)) {
                CHECK(seen.insert(counter.name).second);
                CHECK(counter.help.ends_with(u'.'));
            }
        }
    }
}

TEST_CASE("the default counters are Windows' own") {
    Scene scene;
    set_machine(scene.files());
    const auto name = [&](std::u16string_view of) {
        const ObjectDef& one = object(scene, of);
        return pdh_shim::to_utf8(one.counters[one.default_counter].name).value();
    };
    CHECK(name(u"Processor") == "% Processor Time");
    CHECK(name(u"Memory") == "Pages/sec");
    CHECK(name(u"PhysicalDisk") == "% Disk Time");
    CHECK(name(u"LogicalDisk") == "% Disk Time");
    CHECK(name(u"Network Interface") == "Bytes Total/sec");
}

TEST_CASE_FIXTURE(MachineScene, "a collect takes its clocks once, and all objects bear the same time") {
    pass(123);
    collect();
    CHECK(snapshot.perf_time == 5 * second + 123);
    CHECK(snapshot.time_100ns == start_time + 123);
    CHECK(snapshot.system_time == start_time + 130);
    for (const auto& rows : snapshot.objects) {
        CHECK(rows.object_time() == start_time + 123);
    }
}

TEST_CASE("a wall clock that is set back moves only the time stamp") {
    SetClock clock;
    auto files = std::make_shared<MemoryFiles>();
    set_machine(*files);
    const auto source = pdh_shim::source::linux::make_linux_source(files, clock);
    const auto catalogue = source->catalogue();
    const auto system = std::ranges::find(catalogue->objects, u"System", &ObjectDef::name);
    REQUIRE(system != catalogue->objects.end());
    const auto started = std::ranges::find(system->counters, u"System Up Time", &CounterDef::name);
    REQUIRE(started != system->counters.end());
    pdh_shim::model::ObjectRequest request;
    request.object = static_cast<std::uint32_t>(system - catalogue->objects.begin());
    request.columns.assign(system->columns, true);
    const auto session = source->open_session();
    pdh_shim::model::Snapshot snapshot;
    snapshot.objects.resize(1);
    const auto collect = [&] {
        REQUIRE(session->collect({&request, 1}, snapshot));
        return snapshot.objects[0].cell(0, static_cast<std::uint32_t>(started - system->counters.begin()));
    };
    const std::int64_t boot = collect();
    const std::int64_t object_time = snapshot.objects[0].object_time();
    clock.instant.perf_time += second;
    clock.instant.time_100ns += second;
    clock.instant.system_time -= 3600 * second;
    files->set("/proc/uptime", "1001.00 40.20\n");
    CHECK(collect() == boot);
    CHECK(snapshot.objects[0].object_time() - object_time == second);
    CHECK(snapshot.time_100ns == start_time + second);
    CHECK(snapshot.system_time == start_time - 3600 * second);
}

TEST_CASE("kernel files are read alike in a locale with a decimal comma") {
    // Where the system has no such locale, the test is the same as the others.
    (void)std::setlocale(LC_ALL, "de_DE.UTF-8");
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/uptime", "1000.25 40.20\n");
    scene.files().set("/proc/cpuinfo", "cpu MHz : 2596.146\n");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"System Up Time") == start_time - 1000 * second - second / 4);
    CHECK(scene.cell(u"Processor Information", u"0,0", u"Processor Frequency") == 2596);
    (void)std::setlocale(LC_ALL, "C");
}

TEST_CASE("a collect reads only what the wanted counters need, and each file once") {
    struct Row {
        std::u16string_view object;
        std::u16string_view counter;
        std::set<std::string> files;
    };
    const std::vector<Row> rows = {
        {u"Memory", u"Available Bytes", {"/proc/meminfo"}},
        {u"Memory", u"Pages/sec", {"/proc/vmstat"}},
        {u"System", u"Context Switches/sec", {"/proc/stat"}},
        {u"System", u"System Up Time", {"/proc/uptime"}},
        {u"System", u"Threads", {"/proc/loadavg"}},
        {u"System", u"Processes", {}},
        {u"Processor", u"% Processor Time", {"/proc/stat"}},
        {u"Processor", u"Interrupts/sec", {"/proc/stat", "/proc/interrupts"}},
        {u"Processor Information", u"% Processor Time", {"/proc/stat"}},
        {u"Paging File", u"% Usage", {"/proc/swaps"}},
        {u"TCPv4", u"Segments/sec", {"/proc/net/snmp"}},
        {u"IPv6", u"Datagrams/sec", {"/proc/net/snmp6"}},
    };
    for (const Row& row : rows) {
        CAPTURE(pdh_shim::to_utf8(row.counter).value());
        Scene scene;
        set_machine(scene.files());
        scene.want(row.object, row.counter);
        scene.files().forget();
        scene.collect();
        CHECK(scene.files().read_paths() == row.files);
    }
}

TEST_CASE_FIXTURE(MachineScene, "objects that need the same file share one reading") {
    static_cast<void>(source());
    files().forget();
    collect();
    for (const std::string& path : files().read_paths()) {
        CAPTURE(path);
        CHECK(files().reads(path) == 1);
    }
    CHECK(files().read_paths().contains("/proc/diskstats"));
}

TEST_CASE_FIXTURE(MachineScene, "an object's instances are listed without reading its counters") {
    static_cast<void>(source());
    files().forget();
    CHECK(listed(*this, u"Process") == Names{"Idle", "init", "worker", "_Total"});
    CHECK(files().reads("/proc/77/io") == 0);
    CHECK(files().reads("/proc/meminfo") == 0);
}

TEST_CASE_FIXTURE(MachineScene, "a list of processes reads those that have run since the list before") {
    files().set("/proc/self/status", "NSpid:\t1000\n");
    std::int64_t run_time_of_worker = 3;
    options.run_time = [&](std::int64_t id) { return std::optional(id == 77 ? run_time_of_worker : 5); };
    CHECK(listed(*this, u"Process") == Names{"Idle", "init", "worker", "_Total"});
    const auto open = files().open_files();
    files().forget();
    set_process(files(), {.id = 77, .comm = "renamed", .start_ticks = 5000});
    ++run_time_of_worker;
    CHECK(listed(*this, u"Process") == Names{"Idle", "init", "renamed", "_Total"});
    CHECK(listed(*this, u"Process V2") == Names{"Idle:0", "init:1", "renamed:77", "_Total"});
    CHECK(files().reads("/proc/1/stat") == 0);
    CHECK(files().reads("/proc/77/stat") == 1);
    CHECK_MESSAGE(files().open_files() == open, "it keeps no descriptors from queries");
}

TEST_CASE("two sessions of a source do not disturb each other") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"Processor", u"% Idle Time");
    scene.collect();
    const auto other = scene.source().open_session();
    pdh_shim::model::Snapshot snapshot;
    snapshot.objects.resize(1);
    pdh_shim::model::ObjectRequest request;
    request.object = scene.position_of(u"Processor");
    request.columns.assign(object(scene, u"Processor").columns, true);
    scene.pass(second);
    REQUIRE(other->collect({&request, 1}, snapshot));
    scene.pass(second);
    scene.files().set("/proc/stat", "cpu0 100 0 50 2150 10 4 6\ncpu1 200 0 150 2150 10 6 14\n");
    scene.collect();
    CHECK(scene.cell(u"Processor", u"0", u"% Idle Time") == ticks(2160));
}

TEST_CASE("a session outlives the Linux source") {
    auto files = std::make_unique<MemoryFiles>();
    set_machine(*files);
    pdh_shim::ManualClock clock({});
    auto source = pdh_shim::source::linux::make_linux_source(std::move(files), clock);
    const auto catalogue = source->catalogue();
    const auto session = source->open_session();
    source.reset();
    pdh_shim::model::Snapshot snapshot;
    snapshot.objects.resize(1);
    const pdh_shim::model::ObjectRequest request;
    CHECK(session->collect({&request, 1}, snapshot));
    CHECK_FALSE(catalogue->objects.empty());
}

TEST_CASE_FIXTURE(MachineScene, "hostile text in any file does no harm") {
    static_cast<void>(source());
    const std::string huge(100'000, '9');
    for (const std::string& text : {std::string(), std::string("\n\n\n"), huge, "cpu0 9 " + huge,
             std::string("8 0 sda -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"), std::string(100'000, ' '),
             std::string("\0\0\0", 3), std::string("eth0: ") + huge}) {
        for (const std::string name : {"stat", "interrupts", "softirqs", "uptime", "loadavg", "meminfo",
                 "vmstat", "diskstats", "net/dev", "net/snmp", "net/snmp6", "swaps", "self/mountinfo",
                 "1/stat", "1/status", "1/io"}) {
            files().set("/proc/" + name, text);
        }
        pass(second);
        collect();
        CHECK(snapshot.objects.size() == source().catalogue()->objects.size());
    }
}

TEST_CASE("a root that does not exist is refused") {
    pdh_shim::ManualClock clock({});
    const auto made = pdh_shim::source::linux::make_linux_source("/nowhere/at/all", clock);
    REQUIRE_FALSE(made);
    CHECK(made.error().status() == Status::invalid_datasource);
    CHECK(made.error().message() == "/nowhere/at/all: is not a folder that can be opened");
}
