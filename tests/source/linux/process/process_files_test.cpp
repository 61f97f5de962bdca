// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "process_scene.h"
#include "source/linux/process/process_files.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

/// Process 7, whose files are in memory.
struct WatchedFiles {
    WatchedFiles() : process_files(files, {100, 4096}) {
        process.id = 7;
        process.now.fill(unread);
        files.set("/proc/7/stat", "");
    }
    [[nodiscard]] bool read_values(Inputs needed) { return process_files.read_values(process, needed); }

    MemoryFiles files;
    ProcessFiles process_files;
    WatchedProcess process;
};

} // namespace

TEST_CASE("a process is there while its line is, or cannot be looked for") {
    WatchedFiles watched;
    CHECK(watched.process_files.is_there(watched.process));
    watched.files.remove("/proc/7/stat");
    CHECK_FALSE(watched.process_files.is_there(watched.process));
}

TEST_CASE("missing files make values unread; only a missing line removes the process") {
    constexpr Inputs all =
        inputs::process_memory | inputs::process_status | inputs::process_io | inputs::process_handles;
    WatchedFiles watched;
    CHECK(watched.read_values(all));
    CHECK(watched.process.now[ProcessField::working_set] == unread);
    CHECK(watched.process.now[ProcessField::io_bytes] == unread);
    CHECK(watched.process.now[ProcessField::handles] == unread);
    watched.files.remove("/proc/7/stat");
    for (const Inputs file :
        {inputs::process_memory, inputs::process_status, inputs::process_io, inputs::process_handles}) {
        CAPTURE(file);
        CHECK_FALSE(watched.read_values(file));
    }
    CHECK(watched.read_values(0)); // nothing was read
}

TEST_CASE("lines that a file lacks, and sums with them, are unread") {
    WatchedFiles watched;
    watched.files.set("/proc/7/io", "rchar: 10\nsyscr: 3\nsyscw: x\n");
    watched.files.set("/proc/7/statm", "nothing\n");
    CHECK(watched.read_values(inputs::process_io | inputs::process_memory));
    CHECK(watched.process.now[ProcessField::io_read_bytes] == 10);
    CHECK(watched.process.now[ProcessField::io_write_bytes] == unread);
    CHECK(watched.process.now[ProcessField::io_bytes] == unread);
    CHECK(watched.process.now[ProcessField::io_reads] == 3);
    CHECK(watched.process.now[ProcessField::io_operations] == unread);
    CHECK(watched.process.now[ProcessField::working_set] == unread);
}

TEST_CASE("a file is kept open only of a process that was in the last sample") {
    WatchedFiles watched;
    watched.files.set("/proc/7/io", "rchar: 10\n");
    CHECK(watched.read_values(inputs::process_io));
    CHECK(watched.files.open_files() == 0);
    watched.process.lasting = true;
    CHECK(watched.read_values(inputs::process_io));
    CHECK(watched.files.open_files() == 1);
}

TEST_CASE_FIXTURE(Scene, "a process that vanishes between its files is skipped too") {
    set_processes(files(),
        {{.id = 8, .comm = "going", .start_ticks = 600}, {.id = 9, .comm = "stays", .start_ticks = 700}});
    want(process, u"IO Read Bytes/sec");
    collect();
    collect();
    // Its line is still open and shows what it was; everything else has gone.
    files().hide_folder("/proc/8");
    collect();
    CHECK(instances(process) == Names{"Idle", "stays", "_Total"});
}

TEST_CASE_FIXTURE(Scene, "a file that no process has makes its counters invalid") {
    set_processes(files(), {{.id = 8, .comm = "job", .start_ticks = 600}});
    files().remove("/proc/8/io");
    want(process, u"IO Read Bytes/sec");
    collect();
    CHECK_FALSE(cell(process, u"job", u"IO Read Bytes/sec"));
}

TEST_CASE_FIXTURE(Scene, "an unreadable file makes counters of its own process invalid, and no other") {
    set_processes(files(), {{.id = 7, .comm = "mine", .start_ticks = 500, .user_ticks = 1},
                               {.id = 8, .comm = "yours", .start_ticks = 600, .user_ticks = 2}});
    set_io(files(), 7, "10");
    files().deny("/proc/8/io");
    want(process, u"IO Read Bytes/sec");
    want(process, u"% User Time");
    collect();
    CHECK(cell(process, u"mine", u"IO Read Bytes/sec") == 10);
    CHECK_FALSE(cell(process, u"yours", u"IO Read Bytes/sec"));
    CHECK(cell(process, u"yours", u"% User Time") == ticks(2));
    CHECK_FALSE(cell(process, u"_Total", u"IO Read Bytes/sec"));
    CHECK(cell(process, u"_Total", u"% User Time") == ticks(3));
}

TEST_CASE_FIXTURE(Scene, "Working Set is the exact count of statm, and never the rough one of stat") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500, .pages = 90}});
    files().set("/proc/7/statm", "2000 100 50 1 0 30 0\n");
    files().set("/proc/7/status", "VmRSS: 404 kB\nRssAnon: 8 kB\n");
    want(process, u"Working Set");
    collect();
    CHECK(cell(process, u"job", u"Working Set") == 100 * 4096);
    CHECK(files().reads("/proc/7/status") == 0);
    // One file is enough for both.
    want(process, u"Private Bytes");
    files().forget();
    collect();
    CHECK(cell(process, u"job", u"Working Set") == 404 * 1024);
    CHECK(files().reads("/proc/7/statm") == 0);
}

TEST_CASE_FIXTURE(Scene, "I/O of a process is counted in calls and bytes") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    set_io(files(), 7, "10");
    collect();
    CHECK(cell(process, u"job", u"IO Read Operations/sec") == 3);
    CHECK(cell(process, u"job", u"IO Write Operations/sec") == 4);
    CHECK(cell(process, u"job", u"IO Data Operations/sec") == 7);
    CHECK(cell(process, u"job", u"IO Read Bytes/sec") == 10);
    CHECK(cell(process, u"job", u"IO Write Bytes/sec") == 20);
    CHECK(cell(process, u"job", u"IO Data Bytes/sec") == 30);
}

TEST_CASE_FIXTURE(Scene, "memory of a process is in bytes, and a part of the kernel has none") {
    set_processes(files(),
        {{.id = 2, .comm = "kthreadd", .start_ticks = 5}, {.id = 7, .comm = "job", .start_ticks = 500},
            {.id = 8, .comm = "old", .start_ticks = 600}});
    files().set("/proc/2/status", "Name:\tkthreadd\nThreads:\t1\n");
    files().set("/proc/7/status",
        "Name:\tjob\nVmPeak:\t 100 kB\nVmHWM:\t 50 kB\nVmRSS:\t 40 kB\nRssAnon:\t 30 kB\nVmSwap:\t 5 kB\n");
    files().set("/proc/8/status", "Name:\told\nVmPeak:\t 100 kB\nVmRSS:\t 40 kB\n");
    for (const std::u16string_view counter :
        {u"Virtual Bytes Peak", u"Working Set Peak", u"Working Set - Private", u"Private Bytes"}) {
        want(process, counter);
    }
    want(process, u"Page File Bytes");
    collect();
    CHECK(cell(process, u"job", u"Virtual Bytes Peak") == 102'400);
    CHECK(cell(process, u"job", u"Working Set Peak") == 51'200);
    CHECK(cell(process, u"job", u"Working Set - Private") == 30'720);
    CHECK(cell(process, u"job", u"Private Bytes") == 35'840);
    CHECK(cell(process, u"job", u"Page File Bytes") == 35'840);
    CHECK(cell(process, u"kthreadd", u"Private Bytes") == 0);
    CHECK_FALSE(cell(process, u"old", u"Private Bytes"));
    CHECK(cell(process, u"old", u"Virtual Bytes Peak") == 102'400);
    CHECK(cell(process, u"_Total", u"Virtual Bytes Peak") == 204'800);
}

TEST_CASE("handles are the folder's size, or its entries on kernels without a size") {
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

TEST_CASE_FIXTURE(Scene, "a folder of handles that may not be read makes the count invalid") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    files().make_folder("/proc/self/fd");
    files().deny("/proc/7/fd");
    want(process, u"Handle Count");
    collect();
    CHECK_FALSE(cell(process, u"job", u"Handle Count"));
}

TEST_CASE_FIXTURE(Scene, "only the files that the wanted counters need are read of a process") {
    set_processes(files(), {{.id = 7, .comm = "job", .start_ticks = 500}});
    want(process, u"% Processor Time");
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/proc/7/stat", "/proc/stat", "/proc/uptime"});
}

TEST_CASE("a process without its main thread has memory and handles of a living thread") {
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
