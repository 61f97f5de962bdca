// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_scene.h"
#include "source/linux/process/process_names.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::int64_t later = start_time + 60 * second; // no process is young then

/// Names processes beside Windows' functions, which list what a test says.
struct NamingScene {
    NamingScene()
        : process_files(files, {100, 4096}), names(files, process_files, [this] {
              ++lists;
              return windows;
          }) {}

    WatchedProcess& add(std::int64_t id, std::string_view comm) {
        auto process = std::make_unique<WatchedProcess>();
        process->id = id;
        process->now[ProcessField::id] = id;
        process->now[ProcessField::start_time] = start_time;
        ProcessStat stat;
        stat.comm = comm;
        stat.virtual_bytes = 4096;
        names.update(*process, stat);
        processes.push_back(std::move(process));
        return *processes.back();
    }

    MemoryFiles files;
    std::vector<pdh_shim::platform::WindowsProcess> windows;
    int lists = 0; // how often `windows` was asked for
    ProcessFiles process_files;
    ProcessNames names;
    WatchedProcesses processes;
};

} // namespace

TEST_CASE("without processes of Windows each keeps the kernel's number") {
    NamingScene scene;
    const WatchedProcess& shell = scene.add(7, "sh");
    scene.names.number(scene.processes, later, 0);
    CHECK(shell.name == u"sh");
    CHECK(shell.name_with_id == u"sh:7");
    CHECK(shell.windows_id == unread);
    CHECK(shell.now[ProcessField::id] == 7);
    CHECK(scene.lists == 1);
}

TEST_CASE("a program of Windows has its number there, until it ends") {
    NamingScene scene;
    WatchedProcess& game = scene.add(7, "game.exe");
    const WatchedProcess& shell = scene.add(8, "sh");
    scene.files.set("/proc/7/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/lib/wine/x86_64-unix/ntdll.so\n");
    scene.windows = {{.name = "game.exe", .id = 32, .parent = 4, .started = start_time}};
    scene.names.number(scene.processes, later, 0);
    CHECK(game.windows_id == 32);
    CHECK(game.name == u"game");
    CHECK(game.name_with_id == u"game:32");
    CHECK(game.now[ProcessField::id] == 32);
    CHECK(game.now[ProcessField::parent] == 4);
    CHECK(shell.now[ProcessField::id] == 8);
    ProcessNames::end(game);
    CHECK(game.windows_id == unread);
    CHECK(game.name_with_id == u"game:7");
}

TEST_CASE("a program of Windows is not known before it has a name there") {
    NamingScene scene;
    const WatchedProcess& game = scene.add(8, "start");
    scene.files.set("/proc/8/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/lib/wine/x86_64-unix/ntdll.so\n");
    scene.windows = {{.name = "", .id = 32, .parent = 4, .started = start_time}};
    scene.names.number(scene.processes, later, 0);
    CHECK(game.windows_id == unread);
    scene.windows[0].name = "game.exe";
    scene.add(9, "ls"); // the list is asked for when there is another process
    scene.names.number(scene.processes, later, 0);
    CHECK(game.windows_id == 32);
    CHECK(game.name == u"game");
}

TEST_CASE("Windows' processes are listed again only after a process has appeared") {
    NamingScene scene;
    WatchedProcess& game = scene.add(7, "game.exe");
    scene.files.set("/proc/7/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/lib/wine/x86_64-unix/ntdll.so\n");
    scene.windows = {{.name = "game.exe", .id = 32, .parent = 4, .started = start_time}};
    scene.names.number(scene.processes, later, 0);
    CHECK(scene.lists == 1);
    scene.names.number(scene.processes, later, 0); // nothing has happened
    CHECK(scene.lists == 1);
    scene.add(9, "ls"); // a process of the kernel alone, which is not known before the list is
    scene.names.number(scene.processes, later, 0);
    CHECK(scene.lists == 2);
    CHECK(game.windows_id == 32);
}

TEST_CASE("Windows' processes are listed only for processes with Wine in their memory") {
    NamingScene scene;
    scene.add(7, "game.exe");
    scene.windows = {{.name = "game.exe", .id = 32, .parent = 4, .started = start_time}};
    scene.names.number(scene.processes, later, 0);
    REQUIRE(scene.lists == 1);
    for (const std::int64_t id : {9, 10}) {
        const std::string folder = "/proc/" + std::to_string(id);
        scene.files.set(folder + "/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/bin/ls\n");
        scene.files.set(folder + "/exe", "");
        scene.files.set_size(folder + "/exe", 142'000);
        scene.add(id, "ls");
        scene.names.number(scene.processes, later, 0);
    }
    CHECK(scene.lists == 1);
    CHECK(scene.files.reads("/proc/9/maps") == 1);
    CHECK_MESSAGE(scene.files.reads("/proc/10/maps") == 0, "it is the same program");

    // Wine's program, before it has loaded Wine's library.
    scene.files.set("/proc/11/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/lib/wine/wine64-preloader\n");
    scene.files.set("/proc/11/exe", "");
    WatchedProcess& started = scene.add(11, "wine64-preloade");
    scene.names.number(scene.processes, start_time, 0);
    CHECK(scene.lists == 1);
    scene.files.set("/proc/11/maps", "7f00-7f10 r-xp 0 08:01 1 /usr/lib/wine/x86_64-unix/ntdll.so\n");
    scene.windows.push_back({.name = "tool.exe", .id = 36, .parent = 4, .started = start_time});
    ProcessStat stat;
    stat.comm = "tool.exe";
    stat.virtual_bytes = 4096;
    scene.names.update(started, stat);
    scene.names.number(scene.processes, start_time, 0);
    CHECK(scene.lists == 2);
    CHECK(started.windows_id == 36);
}

TEST_CASE_FIXTURE(Scene, "a process that executes another program gets its name") {
    set_processes(files(), {{.id = 7, .comm = "sh", .start_ticks = 500}});
    collect();
    set_process(files(), {.id = 7, .comm = "ls", .start_ticks = 500});
    collect();
    CHECK(instances(process) == Names{"Idle", "ls", "_Total"});
}

TEST_CASE("a process that executes a program with an equal start of its name is renamed") {
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

TEST_CASE_FIXTURE(Scene, "the command line is read only to complete a name, and only once") {
    set_processes(files(), {{.id = 7, .comm = "systemd-journal", .start_ticks = 500},
                               {.id = 8, .comm = "bash", .start_ticks = 600},
                               {.id = 9, .comm = "vanishing-helpe", .start_ticks = 700}});
    files().set("/proc/7/cmdline", std::string_view("/lib/systemd/systemd-journald\0", 30));
    files().set("/proc/8/cmdline", "/bin/bashful");
    collect();
    collect();
    CHECK(instances(process) == Names{"Idle", "systemd-journald", "bash", "vanishing-helpe", "_Total"});
    CHECK(files().reads("/proc/7/cmdline") == 1);
    CHECK(files().reads("/proc/8/cmdline") == 0);
}

TEST_CASE_FIXTURE(Scene, "a kernel worker stays the same instance when its work changes") {
    set_processes(
        files(), {{.id = 7, .comm = "kworker/0:1-events", .start_ticks = 1, .virtual_bytes = 0, .pages = 0}});
    collect();
    set_process(files(),
        {.id = 7, .comm = "kworker/0:1-mm_percpu_wq", .start_ticks = 1, .virtual_bytes = 0, .pages = 0});
    collect();
    CHECK(instances(process) == Names{"Idle", "kworker/0:1", "_Total"});
    CHECK(files().opens("/proc/7/cmdline") == 0);
}

TEST_CASE_FIXTURE(Scene, "names that are not UTF-8, or empty, have an instance too") {
    set_processes(
        files(), {{.id = 7, .comm = "a\xFFz", .start_ticks = 1}, {.id = 8, .comm = "", .start_ticks = 2}});
    collect();
    CHECK(instances(process) == Names{"Idle", "a\xEF\xBF\xBDz", "8", "_Total"});
}
