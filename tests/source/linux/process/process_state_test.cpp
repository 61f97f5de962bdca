// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_scene.h"
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

} // namespace

TEST_CASE_FIXTURE(Scene, "Idle stands first, processes in the order of their start, _Total last") {
    set_processes(files(),
        {{.id = 5, .comm = "late", .start_ticks = 900}, {.id = 900, .comm = "early", .start_ticks = 20},
            {.id = 70, .comm = "same", .start_ticks = 300}, {.id = 60, .comm = "same", .start_ticks = 300}});
    collect();
    CHECK(instances(process) == Names{"Idle", "early", "same", "same", "late", "_Total"});
    CHECK(cell(process, u"same", u"ID Process") == 60);
    CHECK(cell(process, u"same#1", u"ID Process") == 70);
    CHECK(instances(process_v2) == Names{"Idle:0", "early:900", "same:60", "same:70", "late:5", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "Process has the values of the line in /proc/<pid>/stat") {
    set_processes(files(), {{.id = 7,
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
    collect();
    CHECK(cell(process, u"job", u"% Processor Time") == ticks(42));
    CHECK(cell(process, u"job", u"% User Time") == ticks(40));
    CHECK(cell(process, u"job", u"% Privileged Time") == ticks(2));
    CHECK(cell(process, u"job", u"Page Faults/sec") == 105);
    CHECK(cell(process, u"job", u"Virtual Bytes") == 123'456);
    CHECK(cell(process, u"job", u"Working Set") == 40'960);
    CHECK(cell(process, u"job", u"Thread Count") == 9);
    CHECK(cell(process, u"job", u"Priority Base") == 6);
    CHECK(cell(process, u"job", u"ID Process") == 7);
    CHECK(cell(process, u"job", u"Creating Process ID") == 3);
    CHECK(cell(process_v2, u"job:7", u"Process ID") == 7);
}

TEST_CASE_FIXTURE(Scene, "elapsed time is computed from the start, on the object's clock") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    collect();
    const std::int64_t boot = start_time - 1000 * second;
    CHECK(of(process).object_time() == start_time);
    CHECK(cell(process, u"job", u"Elapsed Time") == boot + 5 * second);
    CHECK(cell(process, u"Idle", u"Elapsed Time") == boot);
    CHECK(cell(process, u"_Total", u"Elapsed Time") == start_time);
}

TEST_CASE_FIXTURE(Scene, "Idle has the idle time of all CPUs, and _Total has it too") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 40}});
    collect();
    CHECK(cell(process, u"Idle", u"% Processor Time") == ticks(3000));
    CHECK(cell(process, u"Idle", u"% Privileged Time") == ticks(3000));
    CHECK(cell(process, u"Idle", u"% User Time") == 0);
    CHECK(cell(process, u"Idle", u"Thread Count") == 2);
    CHECK(cell(process, u"Idle", u"ID Process") == 0);
    CHECK(cell(process, u"_Total", u"% Processor Time") == ticks(3040));
    CHECK(cell(process, u"_Total", u"Thread Count") == 3);
    CHECK(cell(process, u"_Total", u"ID Process") == 0);
}

TEST_CASE_FIXTURE(Scene, "a process that was hidden before does not make _Total leap") {
    set_processes(files(), {{.id = 8, .comm = "other", .start_ticks = 500, .user_ticks = 10}});
    collect();
    pass(10 * second);
    add_process(files(), {.id = 7, .comm = "hidden", .start_ticks = 500, .user_ticks = 9000});
    collect();
    CHECK(cell(process, u"_Total", u"% User Time") == ticks(10));
}

TEST_CASE_FIXTURE(Scene, "a process that vanishes while it is read is skipped without an error") {
    set_processes(files(),
        {{.id = 7, .comm = "gone", .start_ticks = 500}, {.id = 9, .comm = "stays", .start_ticks = 700}});
    files().remove("/proc/7/stat");
    files().make_folder("/proc/7");
    collect();
    CHECK(of(process).status() == pdh_shim::Status::success);
    CHECK(instances(process) == Names{"Idle", "stays", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "a total that lacked a part begins anew when all its parts can be read") {
    set_processes(files(),
        {{.id = 7, .comm = "mine", .start_ticks = 500}, {.id = 8, .comm = "yours", .start_ticks = 600}});
    set_io(files(), 7, "10");
    set_io(files(), 8, "1000");
    files().deny("/proc/8/fd");
    want(process, u"IO Read Bytes/sec");
    want(process, u"Handle Count");
    collect();
    CHECK(cell(process, u"_Total", u"IO Read Bytes/sec") == 1010);
    CHECK_FALSE(cell(process, u"_Total", u"Handle Count"));
    files().deny("/proc/8/io");
    collect();
    CHECK_FALSE(cell(process, u"_Total", u"IO Read Bytes/sec"));
    files().remove("/proc/8/io");
    set_io(files(), 8, "1500");
    collect();
    CHECK(cell(process, u"_Total", u"IO Read Bytes/sec") == 1510);
}

TEST_CASE_FIXTURE(Scene, "unreadable processes of others are missing, and so is every total") {
    set_processes(files(),
        {{.id = 7, .comm = "mine", .start_ticks = 500}, {.id = 8, .comm = "yours", .start_ticks = 600}});
    files().deny("/proc/8/stat");
    want(process, u"% User Time");
    collect();
    CHECK(instances(process) == Names{"Idle", "mine", "_Total"});
    CHECK(cell(process, u"mine", u"% User Time") == 0);
    CHECK_FALSE(cell(process, u"_Total", u"% User Time"));
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

TEST_CASE_FIXTURE(Scene, "the line of a process that lives on is kept open, and one that ended is closed") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    want(process, u"% Processor Time");
    collect();
    const auto system_files = files().open_files();
    collect();
    CHECK(files().open_files() == system_files + 1);
    files().forget();
    collect();
    CHECK(files().opens("/proc/7/stat") == 0);
    files().remove_folder("/proc/7");
    collect();
    CHECK(files().open_files() == system_files);
}

namespace {

/// Process 7 under Wine, which has rested for a sample: its line is not read again while it does.
class RestingScene : public Scene {
  public:
    explicit RestingScene(const TestProcess& job) : job_(job) {
        options.seeks_new_processes = true;
        files().set("/proc/self/schedstat", "1 1 1\n");
        set_processes(files(), {job_});
        set_run_time("5000");
        want(process, u"% Processor Time");
        collect();
        collect();
        collect();
        files().forget();
        collect();
    }

    void set_run_time(const std::string& time) { files().set("/proc/7/schedstat", time + " 1 1\n"); }
    void run() {
        job_.user_ticks += 3;
        set_process(files(), job_);
    }
    [[nodiscard]] int lines() { return files().reads("/proc/7/stat"); }

  private:
    TestProcess job_;
};

} // namespace

TEST_CASE("under Wine the line of a process is read once it has run, as its schedstat says") {
    RestingScene scene({.id = 7, .comm = "job", .start_ticks = 500, .user_ticks = 4});
    CHECK(scene.lines() == 0);
    CHECK(scene.cell(process, u"job", u"% Processor Time") == ticks(4));
    scene.run();
    scene.set_run_time("35000");
    scene.collect();
    CHECK(scene.lines() == 1);
    CHECK(scene.cell(process, u"job", u"% Processor Time") == ticks(7));
}

TEST_CASE("under Wine lines are read of processes with threads or without a run time") {
    SUBCASE("threads") {
        RestingScene scene({.id = 7, .comm = "job", .start_ticks = 500, .threads = 2});
        CHECK(scene.lines() == 1);
        CHECK(scene.files().reads("/proc/7/schedstat") == 0);
    }
    SUBCASE("no run time") {
        RestingScene scene({.id = 7, .comm = "job", .start_ticks = 500});
        scene.set_run_time("0");
        scene.collect();
        scene.files().forget();
        scene.collect();
        CHECK(scene.lines() == 1);
    }
    SUBCASE("processors without ticks") {
        RestingScene scene({.id = 7, .comm = "job", .start_ticks = 500});
        scene.files().set("/sys/devices/system/cpu/nohz_full", "1\n");
        scene.files().set_process_id(1001); // a child finds out anew
        scene.collect();
        scene.files().forget();
        scene.collect();
        CHECK(scene.lines() == 1);
    }
}

TEST_CASE_FIXTURE(Scene, "under Wine the line of a new process is kept open") {
    options.seeks_new_processes = true;
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    want(process, u"% Processor Time");
    collect();
    files().forget();
    collect();
    CHECK(files().opens("/proc/7/stat") == 0);
}

TEST_CASE_FIXTURE(Scene, "the lines of no more processes are kept open than files may be") {
    std::vector<TestProcess> many;
    for (int id = 1; id <= 30; ++id) {
        many.push_back({.id = id, .comm = "p", .start_ticks = id, .user_ticks = id});
    }
    set_processes(files(), many);
    want(process, u"% Processor Time");
    collect();
    const auto system_files = files().open_files();
    files().set_most_open_files(system_files + 10);
    collect();
    collect();
    CHECK(files().open_files() == system_files + 10);
    CHECK(cell(process, u"_Total", u"% Processor Time") == ticks(3000 + 30 * 31 / 2));
    // Those that end make room for others.
    for (int id = 1; id <= 30; id += 2) {
        files().remove_folder("/proc/" + std::to_string(id));
    }
    collect();
    collect();
    CHECK(files().open_files() == system_files + 10);
}

TEST_CASE_FIXTURE(Scene, "a forked child does not read through what its parent opened") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    want(process, u"% Processor Time");
    collect();
    collect();
    files().forget();
    files().set_process_id(2000);
    collect();
    CHECK(files().opens("/proc/7/stat") == 1);
    CHECK(files().opens("/proc/stat") == 1);
    CHECK(instances(process) == Names{"Idle", "job", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "without a readable /proc the object has no data") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    static_cast<void>(source());
    files().deny("/proc");
    want(process, u"% Processor Time");
    collect();
    CHECK(of(process).status() == pdh_shim::Status::cstatus_invalid_data);
    CHECK(of(process).rows() == 0);
}

TEST_CASE_FIXTURE(Scene, "entries of /proc that are not processes are not counted") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    files().make_folder("/proc/sys");
    files().make_folder("/proc/7x");
    want(u"System", u"Processes");
    collect();
    CHECK(cell(u"System", u"", u"Processes") == 1);
    CHECK(files().reads("/proc/7/stat") == 0);
}
