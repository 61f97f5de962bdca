// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "base/trace.h"
#include "source/linux/group/control_group.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::test;
using namespace pdh_shim::source::linux;

namespace {

/// A machine whose control groups are of version 2, with this process in /app.
void set_group(MemoryFiles& files) {
    set_machine(files);
    files.set("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    files.set("/proc/self/cgroup", "1:name=x:/other\n0::/app\n");
}

// Of a group that may use half a processor.
void collect_half_a_processor(Scene& scene) {
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/cpu.max", "50000 100000\n");
    scene.files().set(
        "/sys/fs/cgroup/app/cpu.stat", "usage_usec 1000000\nuser_usec 800000\nsystem_usec 200000\n");
    scene.collect();
}

std::int64_t cell(
    Scene& scene, std::u16string_view object, std::u16string_view instance, std::u16string_view counter) {
    return scene.cell(object, instance, counter).value_or(unread);
}

} // namespace

TEST_CASE("a controller's group of version 1 is found by its name, alone or among others") {
    CHECK(parse_cgroup_path("4:cpu,cpuacct:/a\n9:memory:/x:y\n0::/z\n", "memory") == "/x:y");
    CHECK(parse_cgroup_path("4:cpu,cpuacct:/a\n9:memory:/x\n", "cpu") == "/a");
    CHECK(parse_cgroup_path("4:cpu,cpuacct:/a\n", "cpuacct") == "/a");
    CHECK(parse_cgroup_path("4:cpuset:/a\n0::/z\n", "cpu").empty());
    CHECK(parse_cgroup_path("4:cpu\n4\n::", "cpu").empty());
}

TEST_CASE("the group of version 2 is found among others") {
    CHECK(parse_cgroup_path("9:memory:/x\n0::/user.slice/a b\n") == "/user.slice/a b");
    CHECK(parse_cgroup_path("0::/\n").empty());
    CHECK(parse_cgroup_path("9:memory:/x\n").empty());
    CHECK(parse_cgroup_path("0::/../outside\n").empty());
    CHECK(parse_cgroup_path("0::no/path\n").empty());
    CHECK(parse_cgroup_path("").empty());
}

TEST_CASE("a limit of processors is a quota of a period") {
    CHECK(parse_cpu_limit("150000 100000\n") == 1.5);
    CHECK_FALSE(parse_cpu_limit("max 100000\n"));
    CHECK_FALSE(parse_cpu_limit("50000\n"));
    CHECK_FALSE(parse_cpu_limit("0 0\n"));
    CHECK_FALSE(parse_cpu_limit(""));
}

TEST_CASE("limits of the control group are read only if the source is asked to use them") {
    Scene scene;
    set_group(scene.files());
    scene.files().set("/sys/fs/cgroup/app/memory.max", "1024000\n");
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 5000 * kb);
    CHECK_FALSE(scene.files().read_paths().contains("/sys/fs/cgroup/app/memory.max"));
}

TEST_CASE("available memory is what a control group may still use") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/memory.max", std::to_string(1000 * kb));
    scene.files().set("/sys/fs/cgroup/app/memory.current", std::to_string(700 * kb));
    scene.files().set(
        "/sys/fs/cgroup/app/memory.stat", "anon 5\ninactive_file " + std::to_string(100 * kb) + "\n");
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 400 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Available KBytes") == 400);
    CHECK(cell(scene, u"Memory", u"", u"Free & Zero Page List Bytes") == 300 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Commit Limit") == 1000 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Committed Bytes") == 700 * kb);
}

TEST_CASE("of a limited control group every counter of Memory is the group's, or missing") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/memory.max", std::to_string(1000 * kb));
    scene.files().set("/sys/fs/cgroup/app/memory.current", std::to_string(700 * kb));
    scene.files().set("/proc/vmstat", "pgfault 1\npgsteal_anon 2\npgsteal_file 3\n");
    scene.files().set("/sys/fs/cgroup/app/memory.stat",
        "file 5000\nkernel_stack 10\npagetables 20\nshmem 1000\nfile_dirty 300\nslab_reclaimable 400\n"
        "slab_unreclaimable 500\npgfault 77\npgmajfault 7\npswpin 3\npswpout 4\n");
    scene.collect();
    struct Row {
        std::u16string_view counter;
        std::int64_t value;
    };
    for (const Row& row :
        std::to_array<Row>({{u"Page Faults/sec", 77}, {u"Page Reads/sec", 7}, {u"Pages Input/sec", 7},
            {u"Pages Output/sec", 4}, {u"Pages/sec", 11}, {u"System Cache Resident Bytes", 4000},
            {u"Cache Bytes", 4400}, {u"Pool Paged Bytes", 400}, {u"Pool Paged Resident Bytes", 400},
            {u"Pool Nonpaged Bytes", 530}, {u"Modified Page List Bytes", 300}, {u"Available Bytes", 300 * kb},
            {u"Free & Zero Page List Bytes", 300 * kb}, {u"Commit Limit", 1000 * kb},
            {u"Committed Bytes", 700 * kb}})) {
        CAPTURE(pdh_shim::to_utf8(row.counter).value());
        CHECK(cell(scene, u"Memory", u"", row.counter) == row.value);
    }
    scene.files().set("/sys/fs/cgroup/app/memory.stat", "anon 5\n"); // an older kernel
    scene.collect();
    for (const std::u16string_view counter : {u"Page Faults/sec", u"Page Reads/sec", u"Pages/sec",
             u"Cache Bytes", u"Pool Paged Bytes", u"Pool Nonpaged Bytes", u"Modified Page List Bytes",
             u"Transition Pages RePurposed/sec", u"Standby Cache Normal Priority Bytes"}) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        CHECK_FALSE(scene.cell(u"Memory", u"", counter));
    }
}

TEST_CASE("counts of a control group do not leap when another limit becomes the narrowest") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/proc/self/cgroup", "0::/outer/inner\n");
    const auto set = [&](const std::string& group, int used, int faults) {
        const std::string folder = "/sys/fs/cgroup" + group;
        scene.files().set(folder + "/memory.max", std::to_string(1000 * kb));
        scene.files().set(folder + "/memory.current", std::to_string(used * kb));
        scene.files().set(folder + "/memory.stat",
            "file " + std::to_string(used) + "\nshmem 0\npgfault " + std::to_string(faults) + "\n");
    };
    for (const int used_outside : {50, 900}) {
        set("/outer/inner", 100, 7);
        set("/outer", used_outside, 9000);
        scene.collect();
        CHECK(cell(scene, u"Memory", u"", u"Page Faults/sec") == 7);
        CHECK(cell(scene, u"Memory", u"", u"System Cache Resident Bytes") == std::max(100, used_outside));
    }
}

TEST_CASE("the narrowest limit of the enclosing groups counts; without one nothing changes") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/proc/self/cgroup", "0::/outer/inner\n");
    scene.files().set("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    scene.files().set("/sys/fs/cgroup/outer/memory.max", std::to_string(1000 * kb));
    scene.files().set("/sys/fs/cgroup/outer/memory.current", "0\n");
    scene.files().set("/sys/fs/cgroup/memory.max", std::to_string(2000 * kb));
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 1000 * kb);
    scene.files().set("/sys/fs/cgroup/outer/memory.max", "max\n");
    scene.files().remove("/sys/fs/cgroup/memory.max");
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 5000 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Committed Bytes") == 3000 * kb);
}

TEST_CASE("that group counts which can get the least, not the one with the smallest limit") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/proc/self/cgroup", "0::/outer/inner\n");
    const auto set = [&](const std::string& group, int limit, int used, int given_back) {
        const std::string folder = "/sys/fs/cgroup" + group;
        scene.files().set(folder + "/memory.max", std::to_string(limit * kb));
        scene.files().set(folder + "/memory.current", std::to_string(used * kb));
        scene.files().set(folder + "/memory.stat", "inactive_file " + std::to_string(given_back * kb) + "\n");
    };
    set("/outer/inner", 1000, 100, 0);
    set("/outer", 4000, 3900, 20);
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 120 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Free & Zero Page List Bytes") == 100 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Commit Limit") == 4000 * kb);
    set("/outer", 4000, 3900, 3000); // a cache that is given back at need
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 900 * kb);
}

TEST_CASE("control groups of version 1 have limits of memory and processors") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    scene.options.cgroup = true;
    files.set("/proc/self/cgroup", "9:memory:/app\n4:cpu,cpuacct:/app\n0::/\n");
    files.set("/sys/fs/cgroup/unified/cgroup.controllers", "");
    files.set("/sys/fs/cgroup/memory/tasks", "");
    files.set("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    files.set("/sys/fs/cgroup/memory/app/memory.limit_in_bytes", std::to_string(1000 * kb) + "\n");
    files.set("/sys/fs/cgroup/memory/app/memory.usage_in_bytes", std::to_string(700 * kb) + "\n");
    files.set("/sys/fs/cgroup/memory/app/memory.stat",
        "inactive_file 1\ntotal_inactive_file 102400\npgfault 1\n"
        "total_pgfault 55\ntotal_cache 900\ntotal_shmem 100\ntotal_dirty 30\n");
    files.set("/sys/fs/cgroup/cpu/tasks", "");
    files.set("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    files.set("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    files.set("/sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", "50000\n");
    files.set("/sys/fs/cgroup/cpu/app/cpu.cfs_period_us", "100000\n");
    const auto set_use = [&](const std::string& all, const std::string& user, const std::string& system) {
        files.set("/sys/fs/cgroup/cpuacct/app/cpuacct.usage", all);
        files.set("/sys/fs/cgroup/cpuacct/app/cpuacct.usage_user", user);
        files.set("/sys/fs/cgroup/cpuacct/app/cpuacct.usage_sys", system);
    };
    set_use("1000000000\n", "800000000\n", "200000000\n");
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 400 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Commit Limit") == 1000 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Committed Bytes") == 700 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Page Faults/sec") == 55);
    CHECK(cell(scene, u"Memory", u"", u"System Cache Resident Bytes") == 800);
    CHECK(cell(scene, u"Memory", u"", u"Modified Page List Bytes") == 30);
    CHECK_FALSE(scene.cell(u"Memory", u"", u"Pool Paged Bytes"));
    const auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    const auto user = cell(scene, u"Processor", u"_Total", u"% User Time");
    scene.pass(10 * second);
    set_use("2000000000\n", "1600000000\n", "400000000\n");
    scene.collect();
    // A second of the five that half a processor allows.
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") == idle + 8 * second);
    CHECK(cell(scene, u"Processor", u"_Total", u"% User Time") == user + 16 * second / 10);
}

TEST_CASE("a source that finds no control groups logs it") {
    const TemporaryFolder folder;
    REQUIRE(pdh_shim::trace::configure(pdh_shim::trace::Level::warning, folder.path("log")));
    for (const bool has_groups : {true, false}) {
        Scene scene;
        set_group(scene.files());
        if (!has_groups) {
            scene.files().remove("/sys/fs/cgroup/cgroup.controllers");
        }
        scene.options.cgroup = true;
        static_cast<void>(scene.source());
        CHECK((folder.read("log").find("control groups") == std::string::npos) == has_groups);
    }
    REQUIRE(pdh_shim::trace::configure(pdh_shim::trace::Level::off, {}));
}

TEST_CASE("a limit above what the machine has changes nothing") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/memory.max", std::to_string(9'000'000 * kb));
    scene.files().set("/sys/fs/cgroup/app/memory.current", std::to_string(700 * kb));
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 5000 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Commit Limit") == 10'000 * kb);
}

TEST_CASE("_Total of the processors is what the group used of its limit") {
    Scene scene;
    collect_half_a_processor(scene);
    const auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    const auto user = cell(scene, u"Processor", u"_Total", u"% User Time");
    const auto utility = cell(scene, u"Processor Information", u"_Total", u"% Processor Utility");
    // A quarter of a CPU for one second, which is half of the limit.
    scene.pass(second);
    scene.files().set(
        "/sys/fs/cgroup/app/cpu.stat", "usage_usec 1250000\nuser_usec 1000000\nsystem_usec 250000\n");
    scene.collect();
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") - idle == second / 2);
    CHECK(cell(scene, u"Processor", u"_Total", u"% User Time") - user == second * 4 / 10);
    CHECK(cell(scene, u"Processor Information", u"_Total", u"% Processor Utility") - utility == 50 * second);
    CHECK_FALSE(scene.cell(u"Processor", u"0", u"% Processor Time"));
}

TEST_CASE_FIXTURE(Scene, "counters of processors are the limited group's, or missing") {
    collect_half_a_processor(*this);
    for (const std::u16string_view counter : {u"Interrupts/sec", u"DPCs Queued/sec", u"% DPC Time"}) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        CHECK_FALSE(cell(u"Processor", u"_Total", counter));
        CHECK_FALSE(cell(u"Processor", u"0", counter));
        CHECK_FALSE(cell(u"Processor Information", u"0,_Total", counter));
    }
    CHECK_FALSE(cell(u"Processor Information", u"0,0", u"% Processor Time"));
    CHECK_FALSE(cell(u"Processor Information", u"_Total", u"% Processor Performance"));
    CHECK(cell(u"Processor", u"_Total", u"% Privileged Time"));
}

TEST_CASE("a group with any limit is one machine: memory, processors, processes and swap") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    MemoryFiles& files = scene.files();
    files.set("/proc/swaps", "Filename Type Size Used Priority\n/swap file 2000 300 -2\n");
    files.set("/proc/stat", "cpu0 0 0 0 500 0 0 0\ncpu1 0 0 0 500 0 0 0\nctxt 5\nprocs_running 9\n");
    const std::string group = "/sys/fs/cgroup/app/";
    SUBCASE("of memory") {
        files.set(group + "memory.max", std::to_string(9000 * kb));
    }
    SUBCASE("of time") {
        files.set(group + "cpu.max", "400000 100000\n"); // of more processors than there are
    }
    SUBCASE("of the processors that it may use") {
        files.set(group + "cpuset.cpus.effective", "1\n");
    }
    const bool has_set = files.info(group + "cpuset.cpus.effective").has_value();
    files.set(group + "memory.current", std::to_string(700 * kb));
    files.set(group + "memory.stat", "inactive_file 0\npgfault 77\n");
    files.set(group + "memory.swap.current", std::to_string(30 * kb));
    files.set(group + "cpu.stat", "usage_usec 1000000\nuser_usec 800000\nsystem_usec 200000\n");
    files.set(group + "cgroup.procs", "77\n");
    files.set(group + "pids.current", "3\n");
    scene.collect();
    const auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    scene.pass(second);
    files.set(group + "cpu.stat", "usage_usec 1500000\nuser_usec 1300000\nsystem_usec 200000\n");
    scene.collect();
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") - idle == second / 4 * (has_set ? 2 : 3));
    CHECK_FALSE(scene.cell(u"Processor", u"1", u"% Processor Time"));
    CHECK(cell(scene, u"Memory", u"", u"Committed Bytes") == 700 * kb);
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 5000 * kb); // of the machine: the limit is above
    CHECK(cell(scene, u"Memory", u"", u"Page Faults/sec") == 77);
    CHECK_FALSE(scene.cell(u"Memory", u"", u"Page Reads/sec"));
    CHECK(cell(scene, u"System", u"", u"Processes") == 1);
    CHECK(cell(scene, u"System", u"", u"Threads") == 3);
    CHECK(cell(scene, u"Paging File", u"_Total", u"% Usage") == 30);
    CHECK(scene.base(u"Paging File", u"_Total", u"% Usage") == 2000);
    CHECK_FALSE(scene.cell(u"Paging File", u"swap", u"% Usage"));
}

TEST_CASE("of a limited control group System has its processes and threads, and no more") {
    Scene scene;
    collect_half_a_processor(scene);
    MemoryFiles& files = scene.files();
    CHECK_FALSE(scene.cell(u"System", u"", u"Processes")); // the kernel does not tell them
    CHECK_FALSE(scene.cell(u"System", u"", u"Threads"));
    files.set("/sys/fs/cgroup/app/cgroup.procs", "1\n77\n");
    files.set("/sys/fs/cgroup/app/pids.current", "15\n");
    scene.collect();
    CHECK(cell(scene, u"System", u"", u"Processes") == 2);
    CHECK(cell(scene, u"System", u"", u"Threads") == 15);
    CHECK(cell(scene, u"Objects", u"", u"Processes") == 2);
    CHECK(cell(scene, u"Objects", u"", u"Threads") == 15);
    for (const std::u16string_view counter :
        {u"Context Switches/sec", u"System Up Time", u"Processor Queue Length"}) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        CHECK_FALSE(scene.cell(u"System", u"", counter));
    }
    files.set("/sys/fs/cgroup/app/cpu.max", "max 100000\n");
    scene.collect();
    CHECK(cell(scene, u"System", u"", u"Processes") == 2);
    CHECK(cell(scene, u"System", u"", u"Threads") == 91);
    CHECK(scene.cell(u"System", u"", u"Context Switches/sec"));
}

TEST_CASE("processes of a control group are counted in the groups below it too, each once") {
    Scene scene;
    collect_half_a_processor(scene);
    MemoryFiles& files = scene.files();
    const std::string group = "/sys/fs/cgroup/app";
    files.set(group + "/cgroup.stat", "nr_descendants 3\n");
    files.set(group + "/cgroup.procs", "12\n5\n0\n0\n"); // two that a namespace hides
    files.set(group + "/cgroup.threads", "12\n5\n6\n");
    files.set(group + "/inner/cgroup.stat", "nr_descendants 1\n");
    files.set(group + "/inner/cgroup.procs", "5\n80\n"); // one moves
    files.set(group + "/inner/cgroup.threads", "80\n");
    files.set(group + "/inner/most/cgroup.stat", "nr_descendants 0\n");
    files.set(group + "/inner/most/cgroup.procs", "81\n");
    files.set(group + "/inner/most/cgroup.threads", "81\n82\n");
    files.set(group + "/threaded/cgroup.stat", "nr_descendants 0\n");
    files.set_error(group + "/threaded/cgroup.procs", pdh_shim::FileError::failed);
    files.set(group + "/threaded/cgroup.threads", "7\n");
    files.set("/sys/fs/cgroup/other/cgroup.procs", "99\n");
    scene.collect();
    CHECK(cell(scene, u"System", u"", u"Processes") == 6);
    CHECK(cell(scene, u"System", u"", u"Threads") == 7);
}

TEST_CASE("of a limited control group only the total of Paging File has a value") {
    Scene scene;
    MemoryFiles& files = scene.files();
    std::string used;
    std::string limit;
    SUBCASE("version 2") {
        set_group(files);
        const std::string group = "/sys/fs/cgroup/app/";
        files.set(group + "memory.max", std::to_string(1000 * kb));
        used = group + "memory.swap.current";
        limit = group + "memory.swap.max";
        files.set(limit, "max\n");
        files.set(used, std::to_string(100 * kb));
    }
    SUBCASE("version 1") {
        set_machine(files);
        files.set("/proc/self/cgroup", "9:memory:/app\n");
        files.set("/sys/fs/cgroup/memory/tasks", "");
        const std::string group = "/sys/fs/cgroup/memory/app/memory.";
        files.set(group + "limit_in_bytes", "0\n");
        files.set(group + "usage_in_bytes", "0\n");
        used = group + "memsw.usage_in_bytes";
        limit = group + "memsw.limit_in_bytes";
        files.set(limit, std::to_string(3000 * kb));
        files.set(used, std::to_string(100 * kb));
    }
    files.set("/proc/swaps", "Filename Type Size Used Priority\n/a file 2000 900 -2\n/b file 500 5 -3\n");
    scene.options.cgroup = true;
    scene.want(u"Paging File");
    scene.collect();
    CHECK(scene.instances(u"Paging File") == std::vector<std::string>{"a", "b", "_Total"});
    CHECK_FALSE(scene.cell(u"Paging File", u"a", u"% Usage"));
    CHECK(cell(scene, u"Paging File", u"_Total", u"% Usage") == 100);
    CHECK(scene.base(u"Paging File", u"_Total", u"% Usage") == 2500); // the machine has no more
    files.set(limit, std::to_string(400 * kb));
    scene.collect();
    CHECK(scene.base(u"Paging File", u"_Total", u"% Usage") == 400);
    files.set(limit, "0\n");
    scene.collect();
    CHECK(scene.instances(u"Paging File").empty());
    files.remove(limit); // swap is not counted
    files.remove(used);
    scene.collect();
    CHECK_FALSE(scene.cell(u"Paging File", u"_Total", u"% Usage"));
}

TEST_CASE("the narrowest limit of swap counts, with the use of the group that has it") {
    Scene scene;
    set_group(scene.files());
    MemoryFiles& files = scene.files();
    files.set("/proc/swaps", "Filename Type Size Used Priority\n/a file 2000 900 -2\n");
    files.set("/proc/self/cgroup", "0::/outer/inner\n");
    files.set("/sys/fs/cgroup/outer/inner/memory.max", "1000000\n");
    files.set("/sys/fs/cgroup/outer/inner/memory.swap.max", std::to_string(800 * kb));
    files.set("/sys/fs/cgroup/outer/inner/memory.swap.current", std::to_string(7 * kb));
    files.set("/sys/fs/cgroup/outer/memory.swap.max", std::to_string(500 * kb));
    files.set("/sys/fs/cgroup/outer/memory.swap.current", std::to_string(70 * kb));
    scene.options.cgroup = true;
    scene.want(u"Paging File");
    scene.collect();
    CHECK(cell(scene, u"Paging File", u"_Total", u"% Usage") == 70);
    CHECK(scene.base(u"Paging File", u"_Total", u"% Usage") == 500);
}

TEST_CASE("what the kernel hides of a limited group is missing, then begins anew") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    scene.options.cgroup = true;
    files.set("/proc/self/cgroup", "4:cpu:/app\n9:memory:/app\n");
    files.set("/sys/fs/cgroup/cpu/tasks", "");
    files.set("/sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", "50000\n");
    files.set("/sys/fs/cgroup/cpu/app/cpu.cfs_period_us", "100000\n");
    files.set("/sys/fs/cgroup/cpu/app/cgroup.procs", "7\n8\n");
    files.set("/sys/fs/cgroup/cpu/app/tasks", "7\n8\n9\n");
    scene.collect();
    CHECK_FALSE(scene.cell(u"Processor", u"_Total", u"% Processor Time")); // there is no cpuacct
    CHECK_FALSE(scene.cell(u"Processor Information", u"_Total", u"% Processor Utility"));
    CHECK_FALSE(scene.cell(u"Memory", u"", u"Committed Bytes"));
    CHECK_FALSE(scene.cell(u"Memory", u"", u"Page Faults/sec"));
    CHECK(cell(scene, u"System", u"", u"Processes") == 2);
    CHECK(cell(scene, u"System", u"", u"Threads") == 3);
    const auto set_use = [&](const std::string& used) {
        for (const std::string file : {"usage", "usage_user", "usage_sys"}) {
            files.set("/sys/fs/cgroup/cpuacct/app/cpuacct." + file, used);
        }
        scene.pass(second);
        scene.collect();
        return cell(scene, u"Processor", u"_Total", u"% Processor Time");
    };
    const auto idle = set_use("9000000000\n");
    CHECK(set_use("9100000000\n") - idle == second * 8 / 10);
}

TEST_CASE("a set of processors alone is a limit: they are the processors of the machine") {
    const auto set_stat = [](MemoryFiles& files) {
        files.set("/proc/stat", "cpu 0 0 0 0\ncpu0 0 0 0 0\ncpu1 0 0 0 0\ncpu2 0 0 0 0\ncpu3 0 0 0 0\n");
    };
    std::string set_file;
    std::string use_file;
    std::string used;
    std::string used_later;
    Scene scene;
    MemoryFiles& files = scene.files();
    scene.options.cgroup = true;
    SUBCASE("version 2") {
        set_group(files);
        set_file = "/sys/fs/cgroup/app/cpuset.cpus.effective";
        files.set("/sys/fs/cgroup/app/cpu.max", "max 100000\n");
        use_file = "/sys/fs/cgroup/app/cpu.stat";
        used = "usage_usec 1000000\nuser_usec 800000\nsystem_usec 200000\n";
        used_later = "usage_usec 2000000\nuser_usec 1600000\nsystem_usec 400000\n";
    }
    SUBCASE("version 1") {
        set_machine(files);
        files.set("/proc/self/cgroup", "9:cpuset:/app\n4:cpu,cpuacct:/app\n");
        files.set("/sys/fs/cgroup/cpuset/tasks", "");
        files.set("/sys/fs/cgroup/cpuset/cpuset.effective_cpus", "0-3\n");
        set_file = "/sys/fs/cgroup/cpuset/app/cpuset.effective_cpus";
        files.set("/sys/fs/cgroup/cpu/tasks", "");
        files.set("/sys/fs/cgroup/cpuacct/app/cpuacct.usage_user", "800000000\n");
        files.set("/sys/fs/cgroup/cpuacct/app/cpuacct.usage_sys", "200000000\n");
        use_file = "/sys/fs/cgroup/cpuacct/app/cpuacct.usage";
        used = "1000000000\n";
        used_later = "2000000000\n";
    }
    set_stat(files);
    files.set(set_file, "1,3\n");
    files.set(use_file, used);
    scene.collect();
    CHECK(scene.instances(u"Processor") == std::vector<std::string>{"1", "3", "_Total"});
    const auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    scene.pass(second);
    files.set(use_file, used_later); // a second of the two that there were
    scene.collect();
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") - idle == second / 2);
    files.set(set_file, "0-3\n"); // all of them are no limit
    scene.collect();
    CHECK(scene.instances(u"Processor") == std::vector<std::string>{"0", "1", "2", "3", "_Total"});
}

TEST_CASE("in a container with the host's group paths a set of processors is a limit") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/proc/self/cgroup", "0::/docker/0123\n");
    scene.files().set("/sys/fs/cgroup/cpuset.cpus.effective", "1\n");
    scene.files().set("/sys/fs/cgroup/cpu.stat", "usage_usec 5\nuser_usec 5\nsystem_usec 0\n");
    scene.files().set("/sys/fs/cgroup/cgroup.procs", "77\n");
    scene.collect();
    CHECK(scene.instances(u"Processor") == std::vector<std::string>{"1", "_Total"});
    CHECK(scene.cell(u"Processor", u"_Total", u"% Processor Time"));
    CHECK(cell(scene, u"System", u"", u"Processes") == 1);
}

TEST_CASE("a group that used more than its limit is busy and not more than that") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/cpu.max", "50000 100000\n");
    scene.files().set("/sys/fs/cgroup/app/cpu.stat", "usage_usec 0\nuser_usec 0\nsystem_usec 0\n");
    scene.collect();
    const auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    scene.pass(second);
    scene.files().set("/sys/fs/cgroup/app/cpu.stat", "usage_usec 900000\nuser_usec 0\nsystem_usec 0\n");
    scene.collect();
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") == idle);
}

TEST_CASE("a limit that is lifted or set does not make _Total leap") {
    Scene scene;
    set_group(scene.files());
    scene.options.cgroup = true;
    scene.files().set("/sys/fs/cgroup/app/cpu.max", "max 100000\n");
    scene.files().set("/sys/fs/cgroup/app/cpu.stat", "usage_usec 0\nuser_usec 0\nsystem_usec 0\n");
    scene.collect();
    auto idle = cell(scene, u"Processor", u"_Total", u"% Processor Time");
    const auto collect_with = [&](const char* limit) {
        scene.files().set("/sys/fs/cgroup/app/cpu.max", limit);
        scene.pass(second);
        scene.collect();
        return cell(scene, u"Processor", u"_Total", u"% Processor Time") -
               std::exchange(idle, cell(scene, u"Processor", u"_Total", u"% Processor Time"));
    };
    CHECK(collect_with("50000 100000\n") == 0);      // the machine's, whose idle time stands still here
    CHECK(collect_with("50000 100000\n") == second); // the group's, which used nothing
    CHECK(collect_with("max 100000\n") == 0);
}

TEST_CASE("without control groups of version 2 the values are the machine's") {
    Scene scene;
    set_machine(scene.files());
    scene.options.cgroup = true;
    scene.collect();
    CHECK(cell(scene, u"Memory", u"", u"Available Bytes") == 5000 * kb);
    CHECK(cell(scene, u"Processor", u"_Total", u"% Processor Time") == ticks(2010));
}
