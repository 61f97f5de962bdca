// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "running_scene.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

using Lines = std::set<std::string>;

constexpr std::u16string_view process = u"Process";
constexpr std::u16string_view process_v2 = u"Process V2";

/// A machine with nothing but CPUs and the given processes.
void set_processes(MemoryFiles& files, const std::vector<TestProcess>& processes) {
    files.set("/proc/stat", "cpu0 10 0 0 1000 0 0 0\ncpu1 10 0 0 2000 0 0 0\n");
    files.set("/proc/uptime", "1000.00 0.00\n");
    files.set("/proc/self/io", "rchar: 0\n");
    for (const TestProcess& one : processes) {
        add_process(files, one);
    }
}

void set_io(MemoryFiles& files, int id, const std::string& read_bytes) {
    files.set("/proc/" + std::to_string(id) + "/io",
        "rchar: " + read_bytes + "\nwchar: 20\nsyscr: 3\nsyscw: 4\nread_bytes: 0\nwrite_bytes: 0\n");
}

} // namespace

TEST_CASE("Idle stands first, processes in the order of their start, _Total last") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 5, .comm = "late", .start_ticks = 900}, {.id = 900, .comm = "early", .start_ticks = 20},
            {.id = 70, .comm = "same", .start_ticks = 300}, {.id = 60, .comm = "same", .start_ticks = 300}});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "early", "same", "same", "late", "_Total"});
    CHECK(scene.cell(process, u"same", u"ID Process") == 60);
    CHECK(scene.cell(process, u"same#1", u"ID Process") == 70);
    CHECK(scene.instances(process_v2) ==
          Names{"Idle:0", "early:900", "same:60", "same:70", "late:5", "_Total"});
}

TEST_CASE("Process has the values of the line in /proc/<pid>/stat") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7,
                                     .comm = "job",
                                     .start_ticks = 500,
                                     .parent = 3,
                                     .user_ticks = 40,
                                     .system_ticks = 2,
                                     .minor_faults = 100,
                                     .major_faults = 5,
                                     .nice = 3,
                                     .threads = 9,
                                     .virtual_bytes = 123'456,
                                     .pages = 10,
                                     .policy = 0}});
    scene.collect();
    CHECK(scene.cell(process, u"job", u"% Processor Time") == ticks(42));
    CHECK(scene.cell(process, u"job", u"% User Time") == ticks(40));
    CHECK(scene.cell(process, u"job", u"% Privileged Time") == ticks(2));
    CHECK(scene.cell(process, u"job", u"Page Faults/sec") == 105);
    CHECK(scene.cell(process, u"job", u"Virtual Bytes") == 123'456);
    CHECK(scene.cell(process, u"job", u"Working Set") == 40'960);
    CHECK(scene.cell(process, u"job", u"Thread Count") == 9);
    CHECK(scene.cell(process, u"job", u"Priority Base") == 6);
    CHECK(scene.cell(process, u"job", u"ID Process") == 7);
    CHECK(scene.cell(process, u"job", u"Creating Process ID") == 3);
    CHECK(scene.cell(process_v2, u"job:7", u"Process ID") == 7);
}

TEST_CASE("elapsed time is computed from the start, on the object's clock") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.collect();
    const std::int64_t boot = start_time - 1000 * second;
    CHECK(scene.of(process).object_time() == start_time);
    CHECK(scene.cell(process, u"job", u"Elapsed Time") == boot + 5 * second);
    CHECK(scene.cell(process, u"Idle", u"Elapsed Time") == boot);
    CHECK(scene.cell(process, u"_Total", u"Elapsed Time") == start_time);
}

TEST_CASE("Idle has the idle time of all CPUs, and _Total has it too") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 40}});
    scene.collect();
    CHECK(scene.cell(process, u"Idle", u"% Processor Time") == ticks(3000));
    CHECK(scene.cell(process, u"Idle", u"% Privileged Time") == ticks(3000));
    CHECK(scene.cell(process, u"Idle", u"% User Time") == 0);
    CHECK(scene.cell(process, u"Idle", u"Thread Count") == 2);
    CHECK(scene.cell(process, u"Idle", u"ID Process") == 0);
    CHECK(scene.cell(process, u"_Total", u"% Processor Time") == ticks(3040));
    CHECK(scene.cell(process, u"_Total", u"Thread Count") == 3);
    CHECK(scene.cell(process, u"_Total", u"ID Process") == 0);
}

TEST_CASE("_Total does not fall when a process ends, and grows by all that a new one used") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "old", .start_ticks = 500, .user_ticks = 4000},
                                     {.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 10}});
    scene.collect();
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(4010));
    scene.pass(10 * second);
    scene.files().remove_folder("/proc/7");
    set_process(scene.files(), {.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 15});
    add_process(scene.files(), {.id = 9, .comm = "new", .start_ticks = 100'500, .user_ticks = 30});
    scene.collect();
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(4045));
}

TEST_CASE("a process that was hidden before does not make _Total leap") {
    Scene scene;
    set_processes(scene.files(), {{.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 10}});
    scene.collect();
    scene.pass(10 * second);
    add_process(scene.files(), {.id = 7, .comm = "hidden", .start_ticks = 500, .user_ticks = 9000});
    scene.collect();
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(10));
}

TEST_CASE("another process of the same number is another instance") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 90}});
    scene.collect();
    scene.collect();
    const auto id = scene.unique_id(process, u"job");
    CHECK(id != pdh_shim::model::no_unique_id);
    scene.pass(10 * second);
    scene.files().remove("/proc/7/stat");
    set_process(scene.files(), {.id = 7, .comm = "job", .start_ticks = 100'100, .user_ticks = 2});
    scene.collect();
    CHECK(scene.unique_id(process, u"job") != id);
    CHECK(scene.cell(process, u"job", u"% User Time") == ticks(2));
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(92));
}

TEST_CASE("a process keeps its identity while it lives") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.collect();
    const auto id = scene.unique_id(process, u"job");
    add_process(scene.files(), {.id = 3, .comm = "before", .start_ticks = 1});
    add_process(scene.files(), {.id = 9, .comm = "behind", .start_ticks = 800});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "before", "job", "behind", "_Total"});
    CHECK(scene.unique_id(process, u"job") == id);
}

TEST_CASE("a process that executes another program gets its name") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "sh", .start_ticks = 500}});
    scene.collect();
    set_process(scene.files(), {.id = 7, .comm = "ls", .start_ticks = 500});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "ls", "_Total"});
}

TEST_CASE("a process that executes a program with the same first 15 characters gets its name") {
    TestProcess shell{.id = 7, .comm = "backup-of-the-d", .start_ticks = 500};
    std::string next_places;
    SUBCASE("its program lies in another place") {
        shell.places = "4096 8192 70000";
        next_places = "4096 8192 80000";
    }
    SUBCASE("it is another user's, whose places are not told") {
        shell.places = "1 1 0";
        next_places = "1 1 0";
    }
    Scene scene;
    set_processes(scene.files(), {shell});
    scene.files().set("/proc/7/cmdline", "/bin/backup-of-the-day");
    scene.collect();
    const auto id = scene.unique_id(process, u"backup-of-the-day");
    shell.places = next_places;
    set_process(scene.files(), shell);
    scene.files().set("/proc/7/cmdline", ""); // the kernel is about to put it there
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "backup-of-the-day", "_Total"});
    scene.files().set("/proc/7/cmdline", "/bin/backup-of-the-decade");
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "backup-of-the-decade", "_Total"});
    CHECK(scene.unique_id(process, u"backup-of-the-decade") == id);
    CHECK(scene.instances(process_v2) == Names{"Idle:0", "backup-of-the-decade:7", "_Total"});
}

TEST_CASE("the command line is read only to complete a name, and only once") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "systemd-journal", .start_ticks = 500},
                                     {.id = 8, .comm = "bash", .start_ticks = 600},
                                     {.id = 9, .comm = "vanishing-helpe", .start_ticks = 700}});
    scene.files().set("/proc/7/cmdline", std::string_view("/lib/systemd/systemd-journald\0", 30));
    scene.files().set("/proc/8/cmdline", "/bin/bashful");
    scene.collect();
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "systemd-journald", "bash", "vanishing-helpe", "_Total"});
    CHECK(scene.files().reads("/proc/7/cmdline") == 1);
    CHECK(scene.files().reads("/proc/8/cmdline") == 0);
}

TEST_CASE("a kernel worker stays the same instance when its work changes") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 7, .comm = "kworker/0:1-events", .start_ticks = 1, .virtual_bytes = 0, .pages = 0}});
    scene.collect();
    set_process(scene.files(),
        {.id = 7, .comm = "kworker/0:1-mm_percpu_wq", .start_ticks = 1, .virtual_bytes = 0, .pages = 0});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "kworker/0:1", "_Total"});
    CHECK(scene.files().opens("/proc/7/cmdline") == 0);
}

TEST_CASE("names that are not UTF-8, or empty, have an instance too") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 7, .comm = "a\xFFz", .start_ticks = 1}, {.id = 8, .comm = "", .start_ticks = 2}});
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "a\xEF\xBF\xBDz", "8", "_Total"});
}

TEST_CASE("a process that vanishes while it is read is skipped without an error") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 7, .comm = "gone", .start_ticks = 500}, {.id = 9, .comm = "stays", .start_ticks = 700}});
    scene.files().remove("/proc/7/stat");
    scene.files().make_folder("/proc/7");
    scene.collect();
    CHECK(scene.of(process).status() == pdh_shim::Status::success);
    CHECK(scene.instances(process) == Names{"Idle", "stays", "_Total"});
}

TEST_CASE("a process that vanishes between its files is skipped too") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 8, .comm = "going", .start_ticks = 600}, {.id = 9, .comm = "stays", .start_ticks = 700}});
    scene.want(process, u"IO Read Bytes/sec");
    scene.collect();
    scene.collect();
    // Its line is still open and shows what it was; everything else has gone.
    scene.files().hide_folder("/proc/8");
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "stays", "_Total"});
}

TEST_CASE("a file that no process has makes its counters invalid") {
    Scene scene;
    set_processes(scene.files(), {{.id = 8, .comm = "job", .start_ticks = 600}});
    scene.files().remove("/proc/8/io");
    scene.want(process, u"IO Read Bytes/sec");
    scene.collect();
    CHECK_FALSE(scene.cell(process, u"job", u"IO Read Bytes/sec"));
}

TEST_CASE("a file that may not be read makes counters of its process invalid, and of no other") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "mine", .start_ticks = 500, .user_ticks = 1},
                                     {.id = 8, .comm = "yours", .start_ticks = 600, .user_ticks = 2}});
    set_io(scene.files(), 7, "10");
    scene.files().deny("/proc/8/io");
    scene.want(process, u"IO Read Bytes/sec");
    scene.want(process, u"% User Time");
    scene.collect();
    CHECK(scene.cell(process, u"mine", u"IO Read Bytes/sec") == 10);
    CHECK_FALSE(scene.cell(process, u"yours", u"IO Read Bytes/sec"));
    CHECK(scene.cell(process, u"yours", u"% User Time") == ticks(2));
    CHECK_FALSE(scene.cell(process, u"_Total", u"IO Read Bytes/sec"));
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(3));
}

TEST_CASE("a total that lacked a part begins anew when all its parts can be read") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 7, .comm = "mine", .start_ticks = 500}, {.id = 8, .comm = "yours", .start_ticks = 600}});
    set_io(scene.files(), 7, "10");
    set_io(scene.files(), 8, "1000");
    scene.files().deny("/proc/8/fd");
    scene.want(process, u"IO Read Bytes/sec");
    scene.want(process, u"Handle Count");
    scene.collect();
    CHECK(scene.cell(process, u"_Total", u"IO Read Bytes/sec") == 1010);
    CHECK_FALSE(scene.cell(process, u"_Total", u"Handle Count"));
    scene.files().deny("/proc/8/io");
    scene.collect();
    CHECK_FALSE(scene.cell(process, u"_Total", u"IO Read Bytes/sec"));
    scene.files().remove("/proc/8/io");
    set_io(scene.files(), 8, "1500");
    scene.collect();
    CHECK(scene.cell(process, u"_Total", u"IO Read Bytes/sec") == 1510);
}

TEST_CASE("processes of others that may not be read at all are missing, and so is every total") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 7, .comm = "mine", .start_ticks = 500}, {.id = 8, .comm = "yours", .start_ticks = 600}});
    scene.files().deny("/proc/8/stat");
    scene.want(process, u"% User Time");
    scene.collect();
    CHECK(scene.instances(process) == Names{"Idle", "mine", "_Total"});
    CHECK(scene.cell(process, u"mine", u"% User Time") == 0);
    CHECK_FALSE(scene.cell(process, u"_Total", u"% User Time"));
}

TEST_CASE("Working Set is the exact count of statm, and never the rough one of stat") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500, .pages = 90}});
    scene.files().set("/proc/7/statm", "2000 100 50 1 0 30 0\n");
    scene.files().set("/proc/7/status", "VmRSS: 404 kB\nRssAnon: 8 kB\n");
    scene.want(process, u"Working Set");
    scene.collect();
    CHECK(scene.cell(process, u"job", u"Working Set") == 100 * 4096);
    CHECK(scene.files().reads("/proc/7/status") == 0);
    // One file is enough for both.
    scene.want(process, u"Private Bytes");
    scene.files().forget();
    scene.collect();
    CHECK(scene.cell(process, u"job", u"Working Set") == 404 * 1024);
    CHECK(scene.files().reads("/proc/7/statm") == 0);
}

TEST_CASE("_Total has the processor time of processes that ended in the interval") {
    Scene scene;
    TestProcess shell{.id = 7, .comm = "shell", .start_ticks = 500, .reaped_user_ticks = 1000};
    set_processes(scene.files(),
        {shell,
            {.id = 8, .comm = "job", .start_ticks = 600, .parent = 7, .user_ticks = 40, .system_ticks = 9},
            {.id = 9, .comm = "unasked", .start_ticks = 600, .parent = 1, .user_ticks = 7000}});
    scene.want(process);
    const auto used = [&](std::u16string_view counter) {
        return *scene.cell(process, u"_Total", counter) - *scene.cell(process, u"Idle", counter);
    };
    scene.collect();
    CHECK(used(u"% User Time") == ticks(7040));
    scene.pass(10 * second);
    SUBCASE("what one used after the last sample, and what another one did that was never seen") {
        scene.files().remove_folder("/proc/8");
        shell.reaped_user_ticks += 55 + 20;
        shell.reaped_system_ticks += 10;
        set_process(scene.files(), shell);
        scene.collect();
        CHECK(used(u"% User Time") == ticks(7040 + 15 + 20));
        CHECK(used(u"% Privileged Time") == ticks(9 + 1));
        CHECK(used(u"% Processor Time") == ticks(7049 + 36));
        CHECK(scene.cell(process, u"shell", u"% User Time") == 0);
        scene.pass(second);
        scene.collect();
        CHECK(used(u"% User Time") == ticks(7040 + 15 + 20));
    }
    SUBCASE("one about whose end nobody asks takes nothing away") {
        scene.files().remove_folder("/proc/9");
        set_process(scene.files(),
            {.id = 8, .comm = "job", .start_ticks = 600, .parent = 7, .user_ticks = 45, .system_ticks = 9});
        scene.collect();
        CHECK(used(u"% User Time") == ticks(7045));
    }
    SUBCASE("one whose number another one has now") {
        set_process(scene.files(), {.id = 8, .comm = "job", .start_ticks = 100'500, .user_ticks = 3});
        shell.reaped_user_ticks += 41;
        set_process(scene.files(), shell);
        scene.collect();
        CHECK(used(u"% User Time") == ticks(7040 + 1 + 3));
    }
    SUBCASE("a parent that ends together with its child") {
        scene.files().remove_folder("/proc/7");
        scene.files().remove_folder("/proc/8");
        set_process(scene.files(), {.id = 9,
                                       .comm = "unasked",
                                       .start_ticks = 600,
                                       .user_ticks = 7000,
                                       .reaped_user_ticks = 1000 + 42});
        scene.collect();
        CHECK(used(u"% User Time") == ticks(7042));
    }
}

TEST_CASE("the line of a process that has not run is not read again for its times") {
    RunningScene scene;
    TestProcess busy{.id = 7, .comm = "busy", .start_ticks = 500, .user_ticks = 40};
    TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600, .user_ticks = 3, .system_ticks = 4};
    set_processes(scene.files(), {busy, calm});
    scene.run(busy);
    scene.run(calm);
    for (const auto* const counter :
        {u"% Processor Time", u"% User Time", u"% Privileged Time", u"Elapsed Time", u"ID Process"}) {
        scene.want(process, counter);
    }
    CHECK(scene.collect_and_tell() == Lines{"/proc/7/stat", "/proc/8/stat"});
    for (int i = 0; i < 2; ++i) {
        busy.user_ticks += 5;
        scene.run(busy);
        scene.pass(second);
        CHECK(scene.collect_and_tell() == Lines{"/proc/7/stat"});
        CHECK(scene.cell(process, u"busy", u"% User Time") == ticks(busy.user_ticks));
        CHECK(scene.cell(process, u"calm", u"% Processor Time") == ticks(7));
        CHECK(scene.cell(process, u"calm", u"% User Time") == ticks(3));
        CHECK(scene.cell(process, u"calm", u"% Privileged Time") == ticks(4));
        CHECK(scene.cell(process, u"calm", u"ID Process") == 8);
        CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(busy.user_ticks + 3));
    }
    calm.user_ticks = 4;
    scene.run(calm);
    CHECK(scene.collect_and_tell() == Lines{"/proc/8/stat"});
    CHECK(scene.cell(process, u"calm", u"% User Time") == ticks(4));
}

TEST_CASE("the start of a process that has not run follows the boot time") {
    RunningScene scene;
    const TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600};
    set_processes(scene.files(), {calm});
    scene.run(calm);
    scene.want(process, u"Elapsed Time");
    scene.collect();
    const auto start = scene.cell(process, u"calm", u"Elapsed Time");
    scene.files().set("/proc/uptime", "900.00 0.00\n"); // it was set, or the machine was moved
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.cell(process, u"calm", u"Elapsed Time") == *start + 100 * second);
}

TEST_CASE("what can change while a process does not run is always read") {
    for (const auto* const counter :
        {u"Page Faults/sec", u"Virtual Bytes", u"Thread Count", u"Priority Base", u"Creating Process ID"}) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        RunningScene scene;
        TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600};
        set_processes(scene.files(), {calm});
        scene.run(calm);
        scene.want(process, counter);
        scene.want(process, u"% Processor Time");
        scene.collect();
        CHECK(scene.collect_and_tell() == Lines{"/proc/8/stat"});
    }
}

TEST_CASE("the other files of a process that has not run are read") {
    RunningScene scene;
    const TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600, .user_ticks = 3};
    set_processes(scene.files(), {calm});
    scene.run(calm);
    scene.want(process, u"% Processor Time");
    scene.want(process, u"IO Read Bytes/sec");
    scene.collect();
    set_io(scene.files(), 8, "50");
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.cell(process, u"calm", u"IO Read Bytes/sec") == 50);
    CHECK(scene.cell(process, u"calm", u"% Processor Time") == ticks(3));
}

TEST_CASE("a counter that is added later has the values of the line at once") {
    RunningScene scene;
    const TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600, .threads = 3};
    set_processes(scene.files(), {calm});
    scene.run(calm);
    scene.want(process, u"% Processor Time");
    scene.collect();
    scene.collect();
    scene.want(process, u"Thread Count");
    scene.collect();
    CHECK(scene.cell(process, u"calm", u"Thread Count") == 3);
}

TEST_CASE("a process that may not be read is tried again, run or not") {
    RunningScene scene;
    const TestProcess calm{.id = 8, .comm = "calm", .start_ticks = 600, .user_ticks = 3};
    set_processes(scene.files(), {calm});
    scene.run(calm);
    scene.want(process, u"% Processor Time");
    scene.collect();
    scene.run_times[8] += 1;
    scene.files().deny("/proc/8/stat");
    scene.collect();
    CHECK(scene.cell(process, u"calm", u"% Processor Time") == std::nullopt);
    scene.files().remove("/proc/8/stat");
    set_process(scene.files(), calm);
    scene.collect();
    CHECK(scene.cell(process, u"calm", u"% Processor Time") == ticks(3));
}

TEST_CASE("the one that asked about a process's end is read, counted as running or not") {
    RunningScene scene;
    TestProcess shell{.id = 7, .comm = "shell", .start_ticks = 500};
    const TestProcess job{.id = 8, .comm = "job", .start_ticks = 600, .parent = 7, .user_ticks = 40};
    const TestProcess other{.id = 9, .comm = "other", .start_ticks = 600, .user_ticks = 2};
    TestProcess init{.id = 1, .comm = "init", .start_ticks = 1, .parent = 0};
    set_processes(scene.files(), {shell, job, other, init});
    for (const TestProcess& one : {shell, job, other, init}) {
        scene.run(one);
    }
    scene.want(process, u"% User Time");
    scene.collect();
    scene.files().remove_folder("/proc/8");
    SUBCASE("its parent") {
        shell.reaped_user_ticks = 45;
        set_process(scene.files(), shell);
        CHECK(scene.collect_and_tell() == Lines{"/proc/7/stat"});
    }
    SUBCASE("whoever had become its parent") {
        scene.files().remove_folder("/proc/7");
        init.reaped_user_ticks = 45;
        set_process(scene.files(), init);
        CHECK(scene.collect_and_tell() == Lines{"/proc/1/stat", "/proc/9/stat"});
    }
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(40 + 2 + 5));
    scene.pass(second);
    CHECK(scene.collect_and_tell().empty());
    CHECK(scene.cell(process, u"_Total", u"% User Time") == ticks(40 + 2 + 5));
}

TEST_CASE("I/O of a process is counted in calls and bytes") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    set_io(scene.files(), 7, "10");
    scene.collect();
    CHECK(scene.cell(process, u"job", u"IO Read Operations/sec") == 3);
    CHECK(scene.cell(process, u"job", u"IO Write Operations/sec") == 4);
    CHECK(scene.cell(process, u"job", u"IO Data Operations/sec") == 7);
    CHECK(scene.cell(process, u"job", u"IO Read Bytes/sec") == 10);
    CHECK(scene.cell(process, u"job", u"IO Write Bytes/sec") == 20);
    CHECK(scene.cell(process, u"job", u"IO Data Bytes/sec") == 30);
}

TEST_CASE("memory of a process is in bytes, and a part of the kernel has none") {
    Scene scene;
    set_processes(scene.files(),
        {{.id = 2, .comm = "kthreadd", .start_ticks = 5}, {.id = 7, .comm = "job", .start_ticks = 500},
            {.id = 8, .comm = "old", .start_ticks = 600}});
    scene.files().set("/proc/2/status", "Name:\tkthreadd\nThreads:\t1\n");
    scene.files().set("/proc/7/status",
        "Name:\tjob\nVmPeak:\t 100 kB\nVmHWM:\t 50 kB\nVmRSS:\t 40 kB\nRssAnon:\t 30 kB\nVmSwap:\t 5 kB\n");
    scene.files().set("/proc/8/status", "Name:\told\nVmPeak:\t 100 kB\nVmRSS:\t 40 kB\n");
    for (const std::u16string_view counter :
        {u"Virtual Bytes Peak", u"Working Set Peak", u"Working Set - Private", u"Private Bytes"}) {
        scene.want(process, counter);
    }
    scene.want(process, u"Page File Bytes");
    scene.collect();
    CHECK(scene.cell(process, u"job", u"Virtual Bytes Peak") == 102'400);
    CHECK(scene.cell(process, u"job", u"Working Set Peak") == 51'200);
    CHECK(scene.cell(process, u"job", u"Working Set - Private") == 30'720);
    CHECK(scene.cell(process, u"job", u"Private Bytes") == 35'840);
    CHECK(scene.cell(process, u"job", u"Page File Bytes") == 35'840);
    CHECK(scene.cell(process, u"kthreadd", u"Private Bytes") == 0);
    CHECK_FALSE(scene.cell(process, u"old", u"Private Bytes"));
    CHECK(scene.cell(process, u"old", u"Virtual Bytes Peak") == 102'400);
    CHECK(scene.cell(process, u"_Total", u"Virtual Bytes Peak") == 204'800);
}

TEST_CASE("handles are the size of the folder, or its number of entries on kernels without a size") {
    for (const bool new_kernel : {true, false}) {
        CAPTURE(new_kernel);
        Scene scene;
        set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
        scene.files().make_folder("/proc/self/fd");
        scene.files().set("/proc/7/fd/0", "");
        scene.files().set("/proc/7/fd/1", "");
        scene.files().set("/proc/7/fd/2", "");
        if (new_kernel) {
            scene.files().set_size("/proc/self/fd", 5);
            scene.files().set_size("/proc/7/fd", 200);
        }
        scene.want(process, u"Handle Count");
        scene.collect();
        CHECK(scene.cell(process, u"job", u"Handle Count") == (new_kernel ? 200 : 3));
    }
}

TEST_CASE("a folder of handles that may not be read makes the count invalid") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.files().make_folder("/proc/self/fd");
    scene.files().deny("/proc/7/fd");
    scene.want(process, u"Handle Count");
    scene.collect();
    CHECK_FALSE(scene.cell(process, u"job", u"Handle Count"));
}

TEST_CASE("only the files that the wanted counters need are read of a process") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.want(process, u"% Processor Time");
    scene.collect();
    CHECK(scene.files().read_paths() == std::set<std::string>{"/proc/7/stat", "/proc/stat", "/proc/uptime"});
}

TEST_CASE("a process whose main thread has ended has the memory and handles of a thread that lives") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    const TestProcess server{.id = 900, .comm = "server", .threads = 3, .virtual_bytes = 40960, .pages = 7};
    add_process(files, server);
    for (const auto* const counter : {u"Working Set", u"Private Bytes", u"Virtual Bytes", u"Handle Count"}) {
        scene.want(process, counter);
    }
    scene.collect();
    CHECK(scene.cell(process, u"server", u"Virtual Bytes") == 40960);
    files.set("/proc/900/stat",
        "900 (server) Z 1 1 1 0 -1 0 0 0 0 0 9 0 0 0 20 0 3 0 0 0 0 18446744073709551615 1 1 "
        "1 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n");
    files.set("/proc/900/statm", "0 0 0 0 0 0 0\n");
    files.set("/proc/900/status", "Name: server\n");
    scene.collect();
    CHECK_FALSE(scene.cell(process, u"server", u"Working Set")); // no thread is to be seen
    CHECK_FALSE(scene.cell(process, u"server", u"Virtual Bytes"));
    const std::string thread = "/proc/900/task/903";
    files.make_folder("/proc/900/task/900");
    files.set(thread + "/stat",
        "903 (worker) S 1 1 1 0 -1 0 0 0 0 0 9 0 0 0 20 0 3 0 0 81920 5 18446744073709551615 1 1 "
        "1 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n");
    files.set(thread + "/statm", "20 5 1 0 0 0 0\n");
    files.set(thread + "/status", "Name: worker\nVmRSS: 20 kB\nRssAnon: 12 kB\nVmSwap: 4 kB\n");
    files.make_folder(thread + "/fd");
    files.set_size(thread + "/fd", 2);
    scene.collect();
    CHECK(scene.cell(process, u"server", u"Working Set") == 20 * kb);
    CHECK(scene.cell(process, u"server", u"Private Bytes") == 16 * kb);
    CHECK(scene.cell(process, u"server", u"Virtual Bytes") == 81920);
    CHECK(scene.cell(process, u"server", u"Handle Count") == 2);
}

TEST_CASE("the line of a process that lives on is kept open, and one that ended is closed") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.want(process, u"% Processor Time");
    scene.collect();
    const auto system_files = scene.files().open_files();
    scene.collect();
    CHECK(scene.files().open_files() == system_files + 1);
    scene.files().forget();
    scene.collect();
    CHECK(scene.files().opens("/proc/7/stat") == 0);
    scene.files().remove_folder("/proc/7");
    scene.collect();
    CHECK(scene.files().open_files() == system_files);
}

TEST_CASE("the lines of no more processes are kept open than files may be") {
    Scene scene;
    std::vector<TestProcess> many;
    for (int id = 1; id <= 30; ++id) {
        many.push_back({.id = id, .comm = "p", .start_ticks = id, .user_ticks = id});
    }
    set_processes(scene.files(), many);
    scene.want(process, u"% Processor Time");
    scene.collect();
    const auto system_files = scene.files().open_files();
    scene.files().set_most_open_files(system_files + 10);
    scene.collect();
    scene.collect();
    CHECK(scene.files().open_files() == system_files + 10);
    CHECK(scene.cell(process, u"_Total", u"% Processor Time") == ticks(3000 + 30 * 31 / 2));
    // Those that end make room for others.
    for (int id = 1; id <= 30; id += 2) {
        scene.files().remove_folder("/proc/" + std::to_string(id));
    }
    scene.collect();
    scene.collect();
    CHECK(scene.files().open_files() == system_files + 10);
}

TEST_CASE("a forked child does not read through what its parent opened") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.want(process, u"% Processor Time");
    scene.collect();
    scene.collect();
    scene.files().forget();
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.files().opens("/proc/7/stat") == 1);
    CHECK(scene.files().opens("/proc/stat") == 1);
    CHECK(scene.instances(process) == Names{"Idle", "job", "_Total"});
}

TEST_CASE("without a readable /proc the object has no data") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    static_cast<void>(scene.source());
    scene.files().deny("/proc");
    scene.want(process, u"% Processor Time");
    scene.collect();
    CHECK(scene.of(process).status() == pdh_shim::Status::cstatus_invalid_data);
    CHECK(scene.of(process).rows() == 0);
}

TEST_CASE("entries of /proc that are not processes are not counted") {
    Scene scene;
    set_processes(scene.files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    scene.files().make_folder("/proc/sys");
    scene.files().make_folder("/proc/7x");
    scene.want(u"System", u"Processes");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Processes") == 1);
    CHECK(scene.files().reads("/proc/7/stat") == 0);
}
