// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace pdh_shim::test;

TEST_CASE_FIXTURE(MachineScene, "System has the values of the kernel files") {
    collect();
    CHECK(cell(u"System", u"", u"Context Switches/sec") == 7000);
    CHECK(cell(u"System", u"", u"Processes") == 2);
    CHECK(cell(u"System", u"", u"Threads") == 91);
    CHECK(of(u"System").rows() == 1);
}

TEST_CASE_FIXTURE(MachineScene, "up time is the object's clock minus the start of the machine") {
    want(u"System", u"System Up Time");
    collect();
    CHECK(of(u"System").object_time() == start_time);
    CHECK(cell(u"System", u"", u"System Up Time") == start_time - 1000 * second);
}

TEST_CASE_FIXTURE(MachineScene, "the start of the machine does not change with the hundredths of uptime") {
    want(u"System", u"System Up Time");
    collect();
    pass(second + 99'999);
    files().set("/proc/uptime", "1001.00 40.20\n");
    collect();
    CHECK(cell(u"System", u"", u"System Up Time") == start_time - 1000 * second);
}

TEST_CASE_FIXTURE(MachineScene, "up time follows the kernel when the clocks part") {
    want(u"System", u"System Up Time");
    collect();
    files().set("/proc/uptime", "5000.00 40.20\n");
    collect();
    CHECK(cell(u"System", u"", u"System Up Time") == start_time - 5000 * second);
}

TEST_CASE_FIXTURE(MachineScene, "threads that run are not in the processor queue") {
    want(u"System", u"Processor Queue Length");
    collect();
    CHECK(cell(u"System", u"", u"Processor Queue Length") == 3);
    files().set("/proc/stat", "cpu0 1 1 1 1\ncpu1 1 1 1 1\nprocs_running 1\n");
    collect();
    CHECK(cell(u"System", u"", u"Processor Queue Length") == 0);
}

TEST_CASE_FIXTURE(MachineScene, "in a PID namespace threads are of the processes there") {
    add_process(files(), {.id = 90, .comm = "server", .start_ticks = 6000, .threads = 7});
    files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
    SUBCASE("of System") {
        want(u"System", u"Threads");
    }
    SUBCASE("beside all objects") {}
    collect();
    CHECK(cell(u"System", u"", u"Threads") == 9);
    files().deny("/proc/90/stat"); // hidepid
    collect();
    CHECK_FALSE(cell(u"System", u"", u"Threads"));
}

TEST_CASE_FIXTURE(MachineScene, "threads are of the whole machine where its processes can be seen") {
    SUBCASE("in the first namespace") {
        files().set_link("/proc/self/ns/pid", "pid:[4026531836]");
    }
    SUBCASE("in a container with the host's /proc") {
        files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
        add_process(files(), {.id = 2, .comm = "kthreadd", .parent = 0, .virtual_bytes = 0});
    }
    want(u"System", u"Threads");
    files().forget();
    collect();
    CHECK(cell(u"System", u"", u"Threads") == 91);
    CHECK(files().reads("/proc/77/stat") == 0);
    // A child may be in a namespace of its own.
    files().set_link("/proc/self/ns/pid", "pid:[4026532999]");
    files().remove("/proc/2/stat");
    files().set_process_id(2000);
    collect();
    CHECK(cell(u"System", u"", u"Threads") == 2);
}

TEST_CASE_FIXTURE(MachineScene, "a count that the kernel does not have is invalid, the others are valid") {
    static_cast<void>(source());
    files().set("/proc/stat", "cpu0 1 1 1 1\nctxt 5\n");
    files().remove("/proc/loadavg");
    collect();
    CHECK(cell(u"System", u"", u"Context Switches/sec") == 5);
    CHECK_FALSE(cell(u"System", u"", u"Processor Queue Length"));
    CHECK_FALSE(cell(u"System", u"", u"Threads"));
    CHECK(cell(u"System", u"", u"Processes") == 2);
}

TEST_CASE_FIXTURE(MachineScene, "Objects counts processes and threads as System does") {
    collect();
    CHECK(cell(u"Objects", u"", u"Processes") == 2);
    CHECK(cell(u"Objects", u"", u"Threads") == 91);
}

TEST_CASE_FIXTURE(MachineScene, "in a PID namespace Objects counts the threads there") {
    files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
    want(u"Objects");
    collect();
    CHECK(cell(u"Objects", u"", u"Processes") == 2);
    CHECK(cell(u"Objects", u"", u"Threads") == 2);
}

TEST_CASE_FIXTURE(MachineScene, "Objects reads no process to count them") {
    want(u"Objects");
    files().forget();
    collect();
    CHECK(files().read_paths() == std::set<std::string>{"/proc/loadavg"});
}

TEST_CASE_FIXTURE(MachineScene, "a count of Objects that cannot be read is invalid") {
    static_cast<void>(source());
    files().set("/proc/loadavg", "0.00\n");
    collect();
    CHECK_FALSE(cell(u"Objects", u"", u"Threads"));
    CHECK(cell(u"Objects", u"", u"Processes") == 2);
}
