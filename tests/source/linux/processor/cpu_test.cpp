// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("of several CPUs times are the mean of what they grew, counts the sum, and states the mean") {
    CpuValues first{};
    CpuValues other{};
    const auto set = [&](CpuField::Index field, std::int64_t one, std::int64_t two) {
        first[field] = one;
        other[field] = two;
    };
    set(CpuField::user, 100, 300);
    set(CpuField::idle_sum, 100, 300);
    set(CpuField::clock_interrupts, 7, 8);
    set(CpuField::frequency, 1000, 3000);
    set(CpuField::parked, 0, 1);
    RunningTotal<CpuField::count> total(cpu_rules);
    const auto sum = [&](const CpuValues* first_before, const CpuValues* other_before) {
        total.begin();
        total.add(first, first_before);
        total.add(other, other_before);
        return total.end();
    };
    const CpuValues before = sum(nullptr, nullptr);
    CHECK(before[CpuField::user] == 200);
    CHECK(before[CpuField::idle_sum] == 400);
    CHECK(before[CpuField::clock_interrupts] == 15);
    CHECK(before[CpuField::frequency] == 2000);
    CHECK(before[CpuField::parked] == 0);
    const CpuValues first_before = first;
    const CpuValues other_before = other;
    set(CpuField::user, 110, 350);
    set(CpuField::idle_sum, 110, 350);
    set(CpuField::frequency, 500, 500);
    const CpuValues after = sum(&first_before, &other_before);
    CHECK(after[CpuField::user] == 230);
    CHECK(after[CpuField::idle_sum] == 460);
    CHECK(after[CpuField::clock_interrupts] == 15);
    CHECK(after[CpuField::frequency] == 500);
}

TEST_CASE("a CPU closes all its files, also before its power states were looked for") {
    MemoryFiles files;
    files.set("/number", "5\n");
    pdh_shim::FileBuffer buffer;
    Cpu cpu;
    const auto open = [&](KeptFile& file) { REQUIRE(file.read(files, "/number", buffer)); };
    open(cpu.current_frequency);
    open(cpu.frequency_limit);
    CHECK(files.open_files() == 2);
    cpu.release();
    CHECK(files.open_files() == 0);
    IdleState& state = cpu.idle_states.emplace().emplace_back();
    open(state.time.file);
    open(state.usage.file);
    open(cpu.current_frequency);
    CHECK(files.open_files() == 3);
    cpu.release();
    CHECK(files.open_files() == 0);
    CHECK(cpu.idle_states->size() == 1); // the states stay known
}

TEST_CASE("files of a CPU that goes offline are closed, and opened again when it returns") {
    Scene scene;
    set_machine(scene.files());
    for (const int number : {0, 1}) {
        set_idle_state(scene.files(), number, 0, "C1", 100, 10);
    }
    scene.want(processor);
    scene.files().set("/proc/stat", cpu_line(0, 1, 1) + cpu_line(1, 1, 1));
    scene.collect();
    const auto open = scene.files().open_files();
    scene.files().set("/proc/stat", cpu_line(0, 1, 1));
    scene.files().remove_folder(idle_folder(1, 0));
    scene.collect();
    CHECK(scene.files().open_files() == open - 2);
    scene.files().set("/proc/stat", cpu_line(0, 1, 1) + cpu_line(1, 1, 1));
    set_idle_state(scene.files(), 1, 0, "C1", 7, 8);
    scene.collect();
    CHECK(scene.cell(processor, u"1", u"% C1 Time") == 70);
    CHECK(scene.files().open_files() == open);
}
