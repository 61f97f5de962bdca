// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu_files.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("a CPU's folder has its number") {
    CHECK(folder_of_cpu(0) == "/sys/devices/system/cpu/cpu0");
    CHECK(folder_of_cpu(8191) == "/sys/devices/system/cpu/cpu8191");
}

TEST_CASE("a CPU's file that is missing, denied or not a number is unread") {
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

TEST_CASE("a sample keeps its first 32 files open, and closes others") {
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

TEST_CASE_FIXTURE(MachineScene, "of a machine with many CPUs 32 files are kept open, and all are read") {
    files().set_most_open_files(4096);
    std::string stat;
    for (int number = 0; number < 64; ++number) {
        stat += cpu_line(number, 1, 1);
        for (const int state : {0, 1, 2, 3}) {
            set_idle_state(files(), number, state, "C1", 10, 1);
        }
    }
    files().set("/proc/stat", stat);
    want(processor, u"% Processor Time");
    collect();
    const auto open = files().open_files();
    want(processor, u"% C1 Time");
    for (int collects = 0; collects < 3; ++collects) {
        collect();
        CHECK(files().open_files() == open + 32);
        CHECK(cell(processor, u"63", u"% C1 Time") == 400);
    }
}

TEST_CASE("a machine has the frequencies of its first CPU's files, or of cpuinfo") {
    MemoryFiles files;
    CHECK(find_frequency_sources(files) == inputs::current_frequency);
    files.set("/proc/cpuinfo", "model name : some\n");
    CHECK(find_frequency_sources(files) == inputs::current_frequency);
    files.set("/proc/cpuinfo", "cpu MHz : 1000.000\n");
    CHECK(find_frequency_sources(files) == (inputs::current_frequency | inputs::nominal_frequency));
    set_frequency(files, 0, "scaling_cur_freq", 1);
    CHECK(find_frequency_sources(files) == (inputs::current_frequency | inputs::nominal_frequency));
    set_frequency(files, 0, "cpuinfo_max_freq", 2);
    CHECK(find_frequency_sources(files) == inputs::frequencies);
    set_frequency(files, 0, "scaling_max_freq", 2);
    CHECK(find_frequency_sources(files) == (inputs::frequencies | inputs::frequency_limit));
}

TEST_CASE("a cpuinfo that cannot be read at the moment counts as one with frequencies") {
    MemoryFiles files;
    files.set_error("/proc/cpuinfo", pdh_shim::FileError::failed);
    CHECK(find_frequency_sources(files) == (inputs::current_frequency | inputs::nominal_frequency));
    files.deny("/proc/cpuinfo");
    CHECK(find_frequency_sources(files) == inputs::current_frequency);
}

TEST_CASE("the nominal frequency is sought until cpuinfo could be read") {
    MemoryFiles files;
    files.set_error("/proc/cpuinfo", pdh_shim::FileError::failed);
    CpuFiles cpu_files(files);
    CpuFrequencies frequencies(cpu_files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now.fill(unread);
    frequencies.read(cpu, inputs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == unread);
    files.replace("/proc/cpuinfo", "cpu MHz : 1500.500\n");
    frequencies.read(cpu, inputs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == 1500);
    files.set("/proc/cpuinfo", "cpu MHz : 900.000\n");
    frequencies.read(cpu, inputs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == 1500);
}

TEST_CASE("a CPU that has just appeared has done no work yet") {
    MemoryFiles files;
    CpuFiles cpu_files(files);
    CpuFrequencies frequencies(cpu_files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now[CpuField::idle] = 400;
    frequencies.read(cpu, inputs::nominal_frequency, second);
    CHECK(cpu.now[CpuField::utility] == 0);
    CHECK(cpu.now[CpuField::performance] == 0);
    cpu.before = cpu.now;
    cpu.lasting = true;
    cpu.now[CpuField::idle] = 500;
    frequencies.read(cpu, inputs::nominal_frequency, 400);
    CHECK(cpu.now[CpuField::utility] == 300 * 100);
    CHECK(cpu.now[CpuField::performance] == 400 * 100);
}

TEST_CASE("without a nominal frequency a limit has no percentage") {
    MemoryFiles files;
    set_frequency(files, 0, "scaling_max_freq", 1'000'000);
    CpuFiles cpu_files(files);
    CpuFrequencies frequencies(cpu_files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now.fill(unread);
    frequencies.read(cpu, inputs::frequency_limit, 1);
    CHECK(cpu.now[CpuField::performance_limit] == unread);
}

TEST_CASE_FIXTURE(MachineScene, "the frequency of a CPU is read through a kept descriptor") {
    set_frequency(files(), 0, "cpuinfo_max_freq", 4'000'000);
    set_frequency(files(), 0, "scaling_cur_freq", 1'000'000);
    want(information);
    collect();
    files().forget();
    set_frequency(files(), 0, "scaling_cur_freq", 3'000'000);
    collect();
    CHECK(cell(information, u"0,0", u"% of Maximum Frequency") == 75);
    CHECK(files().opens("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq") == 0);
}

TEST_CASE_FIXTURE(MachineScene, "frequencies are in MHz and in percent of the highest") {
    for (int number = 0; number < 2; ++number) {
        set_frequency(files(), number, "cpuinfo_max_freq", 4'000'000);
        set_frequency(files(), number, "base_frequency", 2'000'000);
        set_frequency(files(), number, "scaling_cur_freq", 1'000'000 * (number + 2));
    }
    collect();
    CHECK(cell(information, u"0,0", u"Processor Frequency") == 2000);
    CHECK(cell(information, u"0,0", u"% of Maximum Frequency") == 50);
    CHECK(cell(information, u"0,1", u"% of Maximum Frequency") == 75);
    CHECK(cell(information, u"_Total", u"% of Maximum Frequency") == 62);
}

TEST_CASE_FIXTURE(MachineScene, "the nominal frequency of a virtual machine comes from cpuinfo") {
    files().set("/proc/cpuinfo", "cpu MHz : 2596.146\n");
    collect();
    CHECK(cell(information, u"0,0", u"Processor Frequency") == 2596);
}

TEST_CASE("performance and utility are weighted with the frequency at each sample") {
    Scene scene;
    set_machine(scene.files());
    set_frequency(scene.files(), 0, "cpuinfo_max_freq", 4'000'000);
    set_frequency(scene.files(), 0, "base_frequency", 2'000'000);
    set_frequency(scene.files(), 0, "scaling_cur_freq", 3'000'000);
    scene.files().set("/proc/stat", "cpu0 0 0 100 1000 0 0 0\n");
    scene.collect();
    const auto value = [&](std::u16string_view counter) {
        return std::pair(
            *scene.cell(information, u"0,0", counter), *scene.base(information, u"0,0", counter));
    };
    const auto performance = value(u"% Processor Performance");
    const auto utility = value(u"% Processor Utility");
    const auto privileged = value(u"% Privileged Utility");
    scene.pass(second);
    scene.files().set("/proc/stat", "cpu0 30 0 110 1060 0 0 0\n"); // 40 % busy, 10 % in the kernel
    scene.collect();
    const auto percent = [&](std::u16string_view counter, auto before) {
        const auto now = value(counter);
        return (now.first - before.first) / (now.second - before.second);
    };
    CHECK(percent(u"% Processor Performance", performance) == 150);
    CHECK(percent(u"% Processor Utility", utility) == 60);
    CHECK(percent(u"% Privileged Utility", privileged) == 15);
}

TEST_CASE("without a frequency the utility is the processor time") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/stat", cpu_line(0, 0, 1000));
    scene.collect();
    const auto before = *scene.cell(information, u"0,0", u"% Processor Utility");
    scene.pass(second);
    scene.files().set("/proc/stat", cpu_line(0, 25, 1075));
    scene.collect();
    CHECK(*scene.cell(information, u"0,0", u"% Processor Utility") - before == 25 * second);
    CHECK(*scene.cell(information, u"_Total", u"% Processor Utility") - before == 25 * second);
}

TEST_CASE_FIXTURE(MachineScene, "% Performance Limit is what policies leave of the nominal frequency") {
    for (const int number : {0, 1}) {
        set_frequency(files(), number, "cpuinfo_max_freq", 3'600'000);
        set_frequency(files(), number, "base_frequency", 2'000'000);
        set_frequency(files(), number, "scaling_cur_freq", 1'800'000);
        set_frequency(files(), number, "scaling_max_freq", number == 0 ? 1'500'000 : 3'600'000);
    }
    want(information, u"% Performance Limit");
    files().forget();
    collect();
    CHECK(cell(information, u"0,0", u"% Performance Limit") == 75);
    CHECK(cell(information, u"0,1", u"% Performance Limit") == 100);
    CHECK(cell(information, u"_Total", u"% Performance Limit") == 87);
    CHECK(files().reads("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq") == 0);
}

TEST_CASE("power states have the classes of the first CPU's states that do not poll") {
    MemoryFiles files;
    CHECK(find_idle_sources(files) == 0);
    set_idle_state(files, 1, 0, "C1", 1, 1); // of another CPU
    set_idle_state(files, 0, 0, "POLL", 1, 1);
    CHECK(find_idle_sources(files) == 0);
    set_idle_state(files, 0, 1, "C2", 1, 1);
    set_idle_state(files, 0, 2, "C10", 1, 1);
    CHECK(find_idle_sources(files) == (inputs::idle_breaks | inputs::idle_c2 | inputs::idle_c3));
}

TEST_CASE("power states are counted up to the first one without a name, and no more than 32") {
    MemoryFiles files;
    for (int state = 0; state < 40; ++state) {
        set_idle_state(files, 0, state, "C1", 1, 1);
    }
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    read_idle_states(cpu_files, cpu, inputs::idle_c1);
    REQUIRE(cpu.idle_states);
    CHECK(cpu.idle_states->size() == 32);
    files.remove(idle_folder(0, 3) + "/name");
    cpu.idle_states.reset();
    read_idle_states(cpu_files, cpu, inputs::idle_c1);
    REQUIRE(cpu.idle_states);
    CHECK(cpu.idle_states->size() == 3);
}

TEST_CASE("power states that no counter needs are not looked for") {
    MemoryFiles files;
    set_idle_state(files, 0, 0, "C1", 1, 1);
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    read_idle_states(cpu_files, cpu, inputs::frequencies);
    CHECK_FALSE(cpu.idle_states);
    CHECK(files.looked_at().empty());
}

TEST_CASE("a text that is not a number makes only the values of its class unread") {
    MemoryFiles files;
    set_idle_state(files, 0, 0, "C1", 5, 6);
    set_idle_state(files, 0, 1, "C2", 7, 8);
    files.set(idle_folder(0, 1) + "/time", "lots\n");
    CpuFiles cpu_files(files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now.fill(unread);
    read_idle_states(cpu_files, cpu, inputs::idle_states);
    CHECK(cpu.now[CpuField::c1_time] == 50);
    CHECK(cpu.now[CpuField::c1_transitions] == 6);
    CHECK(cpu.now[CpuField::c2_time] == unread);
    CHECK(cpu.now[CpuField::c2_transitions] == 8);
    CHECK(cpu.now[CpuField::c3_time] == unread);
}

TEST_CASE_FIXTURE(MachineScene, "power states are in the catalogue if the first CPU has them") {
    for (int number = 0; number < 2; ++number) {
        set_idle_state(files(), number, 0, "POLL", 7, 8);
        set_idle_state(files(), number, 1, "C1", 100, 10);
        set_idle_state(files(), number, 2, "C1E", 20, 2);
        set_idle_state(files(), number, 3, "C6", 3000 * (number + 1), 30);
    }
    collect();
    CHECK(cell(processor, u"0", u"% C1 Time") == 1200);
    CHECK(cell(processor, u"0", u"C1 Transitions/sec") == 12);
    CHECK(cell(processor, u"0", u"% C3 Time") == 30'000);
    CHECK(cell(processor, u"_Total", u"% C3 Time") == 45'000);
    CHECK(cell(processor, u"_Total", u"C3 Transitions/sec") == 60);
    const auto& counters = source().catalogue()->objects[position_of(processor)].counters;
    CHECK(std::ranges::find(counters, u"% C2 Time", &pdh_shim::model::CounterDef::name) == counters.end());
}

TEST_CASE_FIXTURE(
    MachineScene, "files of power states are read through kept descriptors, but not by a child") {
    set_idle_state(files(), 0, 0, "C1", 100, 10);
    want(processor);
    collect();
    files().forget();
    set_idle_state(files(), 0, 0, "C1", 130, 14);
    collect();
    CHECK(cell(processor, u"0", u"% C1 Time") == 1300);
    CHECK(cell(processor, u"0", u"C1 Transitions/sec") == 14);
    CHECK(files().opens(idle_folder(0, 0) + "/time") == 0);
    CHECK(files().opens(idle_folder(0, 0) + "/usage") == 0);
    files().set_process_id(2000);
    collect();
    CHECK(files().opens(idle_folder(0, 0) + "/time") == 1);
}

TEST_CASE_FIXTURE(MachineScene, "a power state whose files are gone has no values") {
    set_idle_state(files(), 0, 0, "C1", 100, 10);
    want(processor);
    collect();
    files().remove_folder(idle_folder(0, 0));
    collect();
    CHECK_FALSE(cell(processor, u"0", u"% C1 Time"));
    CHECK_FALSE(cell(processor, u"0", u"C1 Transitions/sec"));
    set_idle_state(files(), 0, 0, "C1", 300, 30);
    collect();
    CHECK(cell(processor, u"0", u"% C1 Time") == 3000);
}

TEST_CASE_FIXTURE(
    MachineScene, "Idle Break Events/sec counts how often any state that does not poll was left") {
    for (const int number : {0, 1}) {
        set_idle_state(files(), number, 0, "POLL", 9, 9);
        set_idle_state(files(), number, 1, "C1", 70, 30 + number);
        set_idle_state(files(), number, 2, "C6", 80, 5);
    }
    want(information, u"Idle Break Events/sec");
    files().forget();
    collect();
    CHECK(cell(information, u"0,0", u"Idle Break Events/sec") == 35);
    CHECK(cell(information, u"0,1", u"Idle Break Events/sec") == 36);
    CHECK(cell(information, u"_Total", u"Idle Break Events/sec") == 71);
    CHECK(files().reads(idle_folder(0, 1) + "/time") == 0); // which is for others
}
