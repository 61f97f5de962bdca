// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "memory_files.h"
#include "source/linux/process/pid_namespace.h"

#include <doctest/doctest.h>

using pdh_shim::source::linux::PidNamespace;
using pdh_shim::test::MemoryFiles;

TEST_CASE("/proc shows the whole machine in the first namespace, and where it does not say which it is") {
    MemoryFiles files;
    CHECK(PidNamespace(files).is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026531836]");
    CHECK(PidNamespace(files).is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    CHECK_FALSE(PidNamespace(files).is_whole_machine());
}

TEST_CASE("a container may have the /proc of the host, where the second process starts the kernel's own") {
    MemoryFiles files;
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    files.set("/proc/2/stat", "2 (bash) S 1 2 2 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 5 4096 10\n");
    CHECK_FALSE(PidNamespace(files).is_whole_machine());
    files.set("/proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0\n");
    CHECK(PidNamespace(files).is_whole_machine());
}

TEST_CASE("a process asks once, and its child again") {
    MemoryFiles files;
    PidNamespace space(files);
    CHECK(space.is_whole_machine());
    files.set_link("/proc/self/ns/pid", "pid:[4026532000]");
    CHECK(space.is_whole_machine());
    files.set_process_id(4711);
    CHECK_FALSE(space.is_whole_machine());
}
