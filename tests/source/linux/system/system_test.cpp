// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace pdh_shim::test;

TEST_CASE("System has the values of the kernel files") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Context Switches/sec") == 7000);
    CHECK(scene.cell(u"System", u"", u"Processes") == 2);
    CHECK(scene.cell(u"System", u"", u"Threads") == 91);
    CHECK(scene.of(u"System").rows() == 1);
}

TEST_CASE("up time is the object's clock minus the start of the machine") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"System", u"System Up Time");
    scene.collect();
    CHECK(scene.of(u"System").object_time() == start_time);
    CHECK(scene.cell(u"System", u"", u"System Up Time") == start_time - 1000 * second);
}

TEST_CASE("the start of the machine does not change with the hundredths of uptime") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"System", u"System Up Time");
    scene.collect();
    scene.pass(second + 99'999);
    scene.files().set("/proc/uptime", "1001.00 40.20\n");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"System Up Time") == start_time - 1000 * second);
}

TEST_CASE("up time follows the kernel when the clocks part") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"System", u"System Up Time");
    scene.collect();
    scene.files().set("/proc/uptime", "5000.00 40.20\n");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"System Up Time") == start_time - 5000 * second);
}

TEST_CASE("threads that run are not in the processor queue") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"System", u"Processor Queue Length");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Processor Queue Length") == 3);
    scene.files().set("/proc/stat", "cpu0 1 1 1 1\ncpu1 1 1 1 1\nprocs_running 1\n");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Processor Queue Length") == 0);
}

TEST_CASE("in a PID namespace threads are of the processes there") {
    Scene scene;
    set_machine(scene.files());
    add_process(scene.files(), {.id = 90, .comm = "server", .start_ticks = 6000, .threads = 7});
    scene.files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
    SUBCASE("of System") {
        scene.want(u"System", u"Threads");
    }
    SUBCASE("beside all objects") {}
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Threads") == 9);
    scene.files().deny("/proc/90/stat"); // hidepid
    scene.collect();
    CHECK_FALSE(scene.cell(u"System", u"", u"Threads"));
}

TEST_CASE("threads are of the whole machine where its processes can be seen") {
    Scene scene;
    set_machine(scene.files());
    SUBCASE("in the first namespace") {
        scene.files().set_link("/proc/self/ns/pid", "pid:[4026531836]");
    }
    SUBCASE("in a container with the host's /proc") {
        scene.files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
        add_process(scene.files(), {.id = 2, .comm = "kthreadd", .parent = 0, .virtual_bytes = 0});
    }
    scene.want(u"System", u"Threads");
    scene.files().forget();
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Threads") == 91);
    CHECK(scene.files().reads("/proc/77/stat") == 0);
    // A child may be in a namespace of its own.
    scene.files().set_link("/proc/self/ns/pid", "pid:[4026532999]");
    scene.files().remove("/proc/2/stat");
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Threads") == 2);
}

TEST_CASE("a count that the kernel does not have is invalid, the others are valid") {
    Scene scene;
    set_machine(scene.files());
    static_cast<void>(scene.source());
    scene.files().set("/proc/stat", "cpu0 1 1 1 1\nctxt 5\n");
    scene.files().remove("/proc/loadavg");
    scene.collect();
    CHECK(scene.cell(u"System", u"", u"Context Switches/sec") == 5);
    CHECK_FALSE(scene.cell(u"System", u"", u"Processor Queue Length"));
    CHECK_FALSE(scene.cell(u"System", u"", u"Threads"));
    CHECK(scene.cell(u"System", u"", u"Processes") == 2);
}

TEST_CASE("Objects counts processes and threads as System does") {
    Scene scene;
    set_machine(scene.files());
    scene.collect();
    CHECK(scene.cell(u"Objects", u"", u"Processes") == 2);
    CHECK(scene.cell(u"Objects", u"", u"Threads") == 91);
}

TEST_CASE("in a PID namespace Objects counts the threads there") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set_link("/proc/self/ns/pid", "pid:[4026532177]");
    scene.want(u"Objects");
    scene.collect();
    CHECK(scene.cell(u"Objects", u"", u"Processes") == 2);
    CHECK(scene.cell(u"Objects", u"", u"Threads") == 2);
}

TEST_CASE("Objects reads no process to count them") {
    Scene scene;
    set_machine(scene.files());
    scene.want(u"Objects");
    scene.files().forget();
    scene.collect();
    CHECK(scene.files().read_paths() == std::set<std::string>{"/proc/loadavg"});
}

TEST_CASE("a count of Objects that cannot be read is invalid") {
    Scene scene;
    set_machine(scene.files());
    static_cast<void>(scene.source());
    scene.files().set("/proc/loadavg", "0.00\n");
    scene.collect();
    CHECK_FALSE(scene.cell(u"Objects", u"", u"Threads"));
    CHECK(scene.cell(u"Objects", u"", u"Processes") == 2);
}
