// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace pdh_shim::test;

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
