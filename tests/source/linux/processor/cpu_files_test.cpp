// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu_files.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("a CPU's folder has its number") {
    CHECK(folder_of_cpu(0) == "/sys/devices/system/cpu/cpu0");
    CHECK(folder_of_cpu(8191) == "/sys/devices/system/cpu/cpu8191");
}

TEST_CASE("a file of a CPU that is missing, denied or not a number is unread, read once or again") {
    MemoryFiles files;
    files.set("/number", "12\n");
    files.set("/text", "12 kHz\n");
    files.set("/empty", "");
    files.deny("/denied");
    CpuFiles cpu_files(files);
    CHECK(cpu_files.read_number("/number") == 12);
    KeptFile kept;
    CHECK(cpu_files.read_again(kept, "/number") == 12);
    for (const std::string path : {"/text", "/empty", "/denied", "/missing"}) {
        CAPTURE(path);
        KeptFile file;
        CHECK(cpu_files.read_number(path) == unread);
        CHECK(cpu_files.read_again(file, path) == unread);
    }
}

TEST_CASE("a sample keeps its first 32 files open, and closes a file that has dropped out of these") {
    MemoryFiles files;
    files.set("/number", "5\n");
    CpuFiles cpu_files(files);
    std::vector<KeptFile> kept(33);
    for (KeptFile& file : kept) {
        CHECK(cpu_files.read_again(file, "/number") == 5);
    }
    CHECK(files.open_files() == 32);
    CHECK(cpu_files.read_again(kept.front(), "/number") == 5);
    CHECK(files.open_files() == 31);
    cpu_files.begin();
    CHECK(cpu_files.read_again(kept.back(), "/number") == 5);
    CHECK(files.open_files() == 32);
}

TEST_CASE("of a machine with many CPUs 32 files are kept open, and all are read") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set_most_open_files(4096);
    std::string stat;
    for (int number = 0; number < 64; ++number) {
        stat += cpu_line(number, 1, 1);
        for (const int state : {0, 1, 2, 3}) {
            set_idle_state(scene.files(), number, state, "C1", 10, 1);
        }
    }
    scene.files().set("/proc/stat", stat);
    scene.want(processor, u"% Processor Time");
    scene.collect();
    const auto open = scene.files().open_files();
    scene.want(processor, u"% C1 Time");
    for (int collects = 0; collects < 3; ++collects) {
        scene.collect();
        CHECK(scene.files().open_files() == open + 32);
        CHECK(scene.cell(processor, u"63", u"% C1 Time") == 400);
    }
}
