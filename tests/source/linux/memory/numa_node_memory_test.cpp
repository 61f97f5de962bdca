// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

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
