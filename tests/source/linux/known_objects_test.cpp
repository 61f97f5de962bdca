// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "base/text.h"
#include "machine.h"
#include "memory_files.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/known_objects.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::model::Catalogue;
using pdh_shim::source::linux::all_objects;
using pdh_shim::source::linux::KernelFiles;
using pdh_shim::source::linux::KnownObjects;

namespace {

struct Machine {
    Machine() { set_machine(files); }

    MemoryFiles files;
    KernelFiles kernel_files{files, false};
    KnownObjects objects{kernel_files};
};

std::vector<std::string> names(const Catalogue& catalogue) {
    std::vector<std::string> names;
    for (const auto& object : catalogue.objects) {
        names.push_back(pdh_shim::to_utf8(object.name).value());
    }
    return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a counter is found by its names in any case, and the others stay unknown") {
    Machine machine;
    CHECK(names(*machine.objects.catalogue_for(u"PROCESSOR", u"% processor time")) == Names{"Processor"});
    CHECK(
        names(*machine.objects.catalogue_for(u"Memory", u"Available Bytes")) == Names{"Processor", "Memory"});
    CHECK(names(*machine.objects.catalogue_for(u"None Such", u"None")) == Names{"Processor", "Memory"});
}

TEST_CASE("no file is opened for objects that no one asked for") {
    Machine machine;
    machine.files.forget();
    static_cast<void>(machine.objects.catalogue_for(u"Processor", u"% Processor Time"));
    const std::set<std::string> looked = machine.files.looked_at();
    CHECK(looked.contains("/proc/stat"));
    for (const std::string_view path : {"/proc/cpuinfo", "/proc/meminfo", "/proc/diskstats", "/proc/swaps",
             "/proc/self/io", "/sys/block", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"}) {
        CAPTURE(path);
        CHECK_FALSE(looked.contains(std::string(path)));
    }
}

TEST_CASE("for one counter only its files and those before it are opened") {
    Machine machine;
    machine.files.forget();
    const auto brief = machine.objects.catalogue_for(u"Processor", u"% Processor Time");
    CHECK(machine.files.looked_at() == std::set<std::string>{"/proc/stat"});
    CHECK(brief->objects[0].counters.back().name == u"% Privileged Time"); // of the same file

    const auto more = machine.objects.catalogue_for(u"Processor", u"Interrupts/sec");
    CHECK(machine.files.looked_at() == std::set<std::string>{"/proc/stat", "/proc/interrupts"});
    for (std::size_t column = 0; column < brief->objects[0].columns; ++column) {
        CHECK(more->objects[0].counters[column].name == brief->objects[0].counters[column].name);
    }
    const auto all = machine.objects.catalogue();
    CHECK(machine.objects.catalogue_for(u"Processor", u"% Processor Time") == all);
}

TEST_CASE("an object is looked for once, whether the machine has it or not") {
    Machine machine;
    machine.files.remove("/proc/swaps");
    const auto first = machine.objects.catalogue_for(u"Processor", u"% Processor Time");
    CHECK(machine.objects.catalogue_for(u"Paging File", u"% Usage") == first);
    machine.files.forget();
    CHECK(machine.objects.catalogue_for(u"Processor", u"% Processor Time") == first);
    CHECK(machine.objects.catalogue_for(u"Paging File", u"% Usage") == first);
    CHECK(machine.files.looked_at().empty());
}

TEST_CASE("power states are looked for when a counter needs them, and columns stay") {
    Machine machine;
    const std::string state = "/sys/devices/system/cpu/cpu0/cpuidle/state0";
    machine.files.set(state + "/name", "C1\n");
    machine.files.forget();
    const auto brief = machine.objects.catalogue_for(u"Processor", u"% Idle Time");
    CHECK_FALSE(machine.files.looked_at().contains(state));
    const auto& layout = machine.objects.layout(0);
    const std::size_t cheap = layout.fields.size();
    CHECK(brief->objects[0].counters.back().name == u"% Idle Time");

    machine.files.remove("/proc/interrupts"); // what was there once stays in the catalogue
    const auto more = machine.objects.catalogue_for(u"Processor", u"% C1 Time");
    CHECK(machine.files.looked_at().contains(state));
    const auto& counters = more->objects[0].counters;
    REQUIRE(counters.size() == cheap + 2);
    for (std::size_t column = 0; column < cheap; ++column) {
        CHECK(counters[column].name == brief->objects[0].counters[column].name);
    }
    CHECK(counters[cheap].name == u"% C1 Time");
    CHECK(counters[cheap + 1].name == u"C1 Transitions/sec");
    CHECK(layout.fields.size() == cheap); // what a collect may be using stays as it is
    CHECK(machine.objects.layout(0).fields.size() == cheap + 2);
}

TEST_CASE("an object keeps its position when others are found") {
    Machine machine;
    const auto brief = machine.objects.catalogue_for(u"Processor", u"% Processor Time");
    const auto all = machine.objects.catalogue();
    CHECK(names(*all) == Names{"Processor", "System", "Memory", "Processor Information", "Process",
                             "Process V2", "PhysicalDisk", "LogicalDisk", "Network Interface", "Paging File",
                             "TCPv4", "UDPv4", "UDPv6", "IPv4", "IPv6", "ICMP", "ICMPv6", "Cache",
                             "Thermal Zone Information", "Objects", "Thread", "Network Adapter"});
    for (std::uint32_t i = 0; i < all->objects.size(); ++i) {
        CHECK(all_objects[machine.objects.layout(i).object]->name == all->objects[i].name);
        CHECK(machine.objects.layout(i).fields.size() == all->objects[i].columns);
    }
    CHECK(brief->objects.size() == 1); // what somebody has stays as it is
    CHECK(machine.objects.catalogue() == all);
    CHECK(machine.objects.catalogue_for(u"Memory", u"Available Bytes") == all);
}

TEST_CASE("threads that look for the same objects at once find each once") {
    const auto files = pdh_shim::make_file_system();
    REQUIRE(files);
    KernelFiles kernel_files(*files.value(), false);
    KnownObjects objects(kernel_files);
    std::array<std::u16string_view, 4> wanted{u"Processor", u"Memory", u"System", u""};
    std::vector<std::thread> threads;
    threads.reserve(wanted.size());
    for (const std::u16string_view name : wanted) {
        threads.emplace_back([&objects, name] {
            static_cast<void>(name.empty() ? objects.catalogue() : objects.catalogue_for(name, u"% C1 Time"));
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    const auto all = objects.catalogue();
    const Names found = names(*all);
    CHECK(std::set<std::string>(found.begin(), found.end()).size() == found.size());
    CHECK_FALSE(found.empty());
    for (std::uint32_t i = 0; i < all->objects.size(); ++i) {
        CHECK(all_objects[objects.layout(i).object]->name == all->objects[i].name);
    }
}
