// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "source/linux/group/job_text.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view job = u"Job Object";

/// A group of version 2 with so many microseconds in user mode, and half of that in the kernel.
void set_job(Scene& scene, const std::string& path, int microseconds, int faults, int processes) {
    const std::string folder = "/sys/fs/cgroup" + path;
    scene.files().set(folder + "/cpu.stat",
        "usage_usec " + std::to_string(microseconds * 3 / 2) + "\nuser_usec " + std::to_string(microseconds) +
            "\nsystem_usec " + std::to_string(microseconds / 2) + "\nnr_periods 0\n");
    scene.files().set(folder + "/memory.stat", "anon 4096\npgfault " + std::to_string(faults) + "\n");
    std::string numbers;
    for (int i = 0; i < processes; ++i) {
        numbers += std::to_string(100 + i) + "\n";
    }
    scene.files().set(folder + "/cgroup.procs", numbers);
}

void set_new_groups(Scene& scene) {
    set_machine(scene.files());
    scene.files().set("/sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n");
    scene.files().set("/sys/fs/cgroup/cpu.stat", "usage_usec 9\n");
    set_job(scene, "/system.slice", 5000, 70, 0);
    set_job(scene, "/system.slice/ssh.service", 2000, 50, 2);
    set_job(scene, "/user.slice", 400, 6, 1);
}

} // namespace

TEST_CASE_FIXTURE(Scene, "each control group of version 2 is a job, with what the groups within it have") {
    set_new_groups(*this);
    want(job);
    collect();
    CHECK(instances(job) == Names{"system.slice", "system.slice_ssh.service", "user.slice", "_Total"});
    CHECK(cell(job, u"system.slice", u"Current % Processor Time") == 75'000);
    CHECK(cell(job, u"system.slice", u"Current % User Mode Time") == 50'000);
    CHECK(cell(job, u"system.slice", u"Current % Kernel Mode Time") == 25'000);
    CHECK(cell(job, u"system.slice", u"Total mSec - Processor") == 7);
    CHECK(cell(job, u"system.slice", u"Total mSec - User Mode") == 5);
    CHECK(cell(job, u"system.slice", u"Total mSec - Kernel Mode") == 2);
    CHECK(cell(job, u"system.slice", u"Pages/Sec") == 70);
    CHECK(cell(job, u"system.slice", u"Process Count - Active") == 2);
    CHECK(cell(job, u"system.slice_ssh.service", u"Process Count - Active") == 2);
    CHECK(cell(job, u"_Total", u"Current % Processor Time") == 81'000);
    CHECK(cell(job, u"_Total", u"Total mSec - Processor") == 8);
    CHECK(cell(job, u"_Total", u"Pages/Sec") == 76);
    CHECK(cell(job, u"_Total", u"Process Count - Active") == 3);
}

TEST_CASE_FIXTURE(MachineScene, "control groups of version 1 are jobs by their processor time") {
    files().set("/sys/fs/cgroup/cpuacct/cpuacct.usage", "9000\n");
    files().set("/sys/fs/cgroup/cpuacct/tasks", "1\n");
    files().set("/sys/fs/cgroup/cpuacct/notify_on_release", "0\n");
    const std::string folder = "/sys/fs/cgroup/cpuacct/docker";
    files().set(folder + "/cpuacct.usage", "5000000\n");
    files().set(folder + "/cpuacct.stat", "user 3\nsystem 2\n");
    files().set(folder + "/cgroup.procs", "7\n8\n");
    files().set("/sys/fs/cgroup/memory/docker/memory.stat", "pgfault 1\ntotal_pgfault 44\n");
    want(job);
    collect();
    CHECK(instances(job) == Names{"docker", "_Total"});
    CHECK(cell(job, u"docker", u"Current % Processor Time") == 50'000);
    CHECK(cell(job, u"docker", u"Current % User Mode Time") == ticks(3));
    CHECK(cell(job, u"docker", u"Current % Kernel Mode Time") == ticks(2));
    CHECK(cell(job, u"docker", u"Total mSec - Processor") == 5);
    CHECK(cell(job, u"docker", u"Pages/Sec") == 44);
    CHECK(cell(job, u"docker", u"Process Count - Active") == 2);
}

TEST_CASE_FIXTURE(Scene, "the total of jobs neither falls nor leaps when groups come and go") {
    set_new_groups(*this);
    want(job);
    collect();
    files().remove_folder("/sys/fs/cgroup/user.slice");
    set_job(*this, "/system.slice", 5200, 71, 0);
    set_job(*this, "/new.slice", 90'000, 900, 1);
    collect();
    CHECK(cell(job, u"_Total", u"Current % Processor Time") == 81'000 + 3000);
    CHECK(cell(job, u"_Total", u"Pages/Sec") == 77);
    set_job(*this, "/new.slice", 90'200, 902, 1);
    collect();
    CHECK(cell(job, u"_Total", u"Current % Processor Time") == 81'000 + 3000 + 3000);
}

TEST_CASE_FIXTURE(Scene, "a group that is made again under its name is another job") {
    set_new_groups(*this);
    want(job);
    collect();
    const auto first = unique_id(job, u"user.slice");
    collect();
    CHECK(unique_id(job, u"user.slice") == first);
    set_job(*this, "/user.slice", 10, 1, 1);
    collect();
    CHECK(unique_id(job, u"user.slice") != first);
    CHECK(cell(job, u"_Total", u"Current % Processor Time") == 81'000);
}

TEST_CASE_FIXTURE(Scene, "jobs whose paths would have the same name have others") {
    set_new_groups(*this);
    set_job(*this, "/a", 10, 1, 1);
    set_job(*this, "/a/b", 10, 1, 1);
    set_job(*this, "/a_b", 10, 1, 1);
    want(job);
    collect();
    CHECK(instances(job) ==
          Names{"a", "a_b", "a__b", "system.slice", "system.slice_ssh.service", "user.slice", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "only files of wanted counters are read; a missing one costs no other counter") {
    set_new_groups(*this);
    files().remove("/sys/fs/cgroup/user.slice/memory.stat");
    want(job, u"Pages/Sec");
    files().forget();
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/sys/fs/cgroup/system.slice/memory.stat",
                                      "/sys/fs/cgroup/system.slice/ssh.service/memory.stat"});
    CHECK(cell(job, u"system.slice", u"Pages/Sec") == 70);
    CHECK_FALSE(cell(job, u"user.slice", u"Pages/Sec"));
    CHECK_FALSE(cell(job, u"_Total", u"Pages/Sec")); // a part is not the sum
}

TEST_CASE("without control groups there is no Job Object; with only the root it is empty") {
    Scene without;
    set_machine(without.files());
    CHECK_FALSE(without.lists(job));
    Scene root;
    set_machine(root.files());
    root.files().set("/sys/fs/cgroup/cgroup.controllers", "cpu\n");
    root.want(job);
    root.collect();
    CHECK(root.instances(job).empty());
    root.files().remove_folder("/sys/fs/cgroup");
    root.collect();
    CHECK(root.of(job).status() == pdh_shim::Status::cstatus_invalid_data);
}

using pdh_shim::source::linux::is_group_file;

TEST_CASE("the kernel's files of a group are known by the names of their controllers") {
    for (const std::string_view name : {"cgroup.procs", "cpu.stat", "memory.max", "hugetlb.2MB.max"}) {
        CHECK(is_group_file(name));
    }
    for (const std::string_view name : {"ssh.service", "docker", "cpu", "tasks", "memory_hog"}) {
        CHECK_FALSE(is_group_file(name));
    }
}
