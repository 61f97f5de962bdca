// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/idle_states.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("power states have the classes of the first CPU's states that do not poll") {
    MemoryFiles files;
    CHECK(find_idle_sources(files) == 0);
    set_idle_state(files, 1, 0, "C1", 1, 1); // of another CPU
    set_idle_state(files, 0, 0, "POLL", 1, 1);
    CHECK(find_idle_sources(files) == 0);
    set_idle_state(files, 0, 1, "C2", 1, 1);
    set_idle_state(files, 0, 2, "C10", 1, 1);
    CHECK(find_idle_sources(files) == (needs::idle_breaks | needs::idle_c2 | needs::idle_c3));
}

TEST_CASE("power states are counted up to the first one without a name, and no more than 32") {
    MemoryFiles files;
    for (int state = 0; state < 40; ++state) {
        set_idle_state(files, 0, state, "C1", 1, 1);
    }
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    read_idle_states(cpu_files, cpu, needs::idle_c1);
    REQUIRE(cpu.idle_states);
    CHECK(cpu.idle_states->size() == 32);
    files.remove(idle_folder(0, 3) + "/name");
    cpu.idle_states.reset();
    read_idle_states(cpu_files, cpu, needs::idle_c1);
    REQUIRE(cpu.idle_states);
    CHECK(cpu.idle_states->size() == 3);
}

TEST_CASE("power states that no counter needs are not looked for") {
    MemoryFiles files;
    set_idle_state(files, 0, 0, "C1", 1, 1);
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    read_idle_states(cpu_files, cpu, needs::frequencies);
    CHECK_FALSE(cpu.idle_states);
    CHECK(files.looked_at().empty());
}

TEST_CASE("a text that is not a number makes the values of its class unread, and of no other") {
    MemoryFiles files;
    set_idle_state(files, 0, 0, "C1", 5, 6);
    set_idle_state(files, 0, 1, "C2", 7, 8);
    files.set(idle_folder(0, 1) + "/time", "lots\n");
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now.fill(unread);
    read_idle_states(cpu_files, cpu, needs::idle_states);
    CHECK(cpu.now[CpuField::c1_time] == 50);
    CHECK(cpu.now[CpuField::c1_transitions] == 6);
    CHECK(cpu.now[CpuField::c2_time] == unread);
    CHECK(cpu.now[CpuField::c2_transitions] == 8);
    CHECK(cpu.now[CpuField::c3_time] == unread);
}

TEST_CASE("power states are in the catalogue if the first CPU has them") {
    Scene scene;
    set_machine(scene.files());
    for (int number = 0; number < 2; ++number) {
        set_idle_state(scene.files(), number, 0, "POLL", 7, 8);
        set_idle_state(scene.files(), number, 1, "C1", 100, 10);
        set_idle_state(scene.files(), number, 2, "C1E", 20, 2);
        set_idle_state(scene.files(), number, 3, "C6", 3000 * (number + 1), 30);
    }
    scene.collect();
    CHECK(scene.cell(processor, u"0", u"% C1 Time") == 1200);
    CHECK(scene.cell(processor, u"0", u"C1 Transitions/sec") == 12);
    CHECK(scene.cell(processor, u"0", u"% C3 Time") == 30'000);
    CHECK(scene.cell(processor, u"_Total", u"% C3 Time") == 45'000);
    CHECK(scene.cell(processor, u"_Total", u"C3 Transitions/sec") == 60);
    const auto& counters = scene.source().catalogue()->objects[scene.position_of(processor)].counters;
    CHECK(std::ranges::find(counters, u"% C2 Time", &pdh_shim::model::CounterDef::name) == counters.end());
}

TEST_CASE("files of power states are read through kept descriptors, but not by a child") {
    Scene scene;
    set_machine(scene.files());
    set_idle_state(scene.files(), 0, 0, "C1", 100, 10);
    scene.want(processor);
    scene.collect();
    scene.files().forget();
    set_idle_state(scene.files(), 0, 0, "C1", 130, 14);
    scene.collect();
    CHECK(scene.cell(processor, u"0", u"% C1 Time") == 1300);
    CHECK(scene.cell(processor, u"0", u"C1 Transitions/sec") == 14);
    CHECK(scene.files().opens(idle_folder(0, 0) + "/time") == 0);
    CHECK(scene.files().opens(idle_folder(0, 0) + "/usage") == 0);
    scene.files().set_process_id(2000);
    scene.collect();
    CHECK(scene.files().opens(idle_folder(0, 0) + "/time") == 1);
}

TEST_CASE("a power state whose files are gone has no values") {
    Scene scene;
    set_machine(scene.files());
    set_idle_state(scene.files(), 0, 0, "C1", 100, 10);
    scene.want(processor);
    scene.collect();
    scene.files().remove_folder(idle_folder(0, 0));
    scene.collect();
    CHECK_FALSE(scene.cell(processor, u"0", u"% C1 Time"));
    CHECK_FALSE(scene.cell(processor, u"0", u"C1 Transitions/sec"));
    set_idle_state(scene.files(), 0, 0, "C1", 300, 30);
    scene.collect();
    CHECK(scene.cell(processor, u"0", u"% C1 Time") == 3000);
}

TEST_CASE("Idle Break Events/sec counts how often any state that does not poll was left") {
    Scene scene;
    set_machine(scene.files());
    for (const int number : {0, 1}) {
        set_idle_state(scene.files(), number, 0, "POLL", 9, 9);
        set_idle_state(scene.files(), number, 1, "C1", 70, 30 + number);
        set_idle_state(scene.files(), number, 2, "C6", 80, 5);
    }
    scene.want(information, u"Idle Break Events/sec");
    scene.files().forget();
    scene.collect();
    CHECK(scene.cell(information, u"0,0", u"Idle Break Events/sec") == 35);
    CHECK(scene.cell(information, u"0,1", u"Idle Break Events/sec") == 36);
    CHECK(scene.cell(information, u"_Total", u"Idle Break Events/sec") == 71);
    CHECK(scene.files().reads(idle_folder(0, 1) + "/time") == 0); // which is for others
}
