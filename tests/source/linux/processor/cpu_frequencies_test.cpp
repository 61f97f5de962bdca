// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "cpu_scene.h"
#include "source/linux/processor/cpu_frequencies.h"

#include <doctest/doctest.h>

#include <string_view>
#include <utility>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

TEST_CASE("a machine has the frequencies whose files its first CPU has, or those of cpuinfo") {
    MemoryFiles files;
    CHECK(find_frequency_sources(files) == needs::current_frequency);
    files.set("/proc/cpuinfo", "model name : some\n");
    CHECK(find_frequency_sources(files) == needs::current_frequency);
    files.set("/proc/cpuinfo", "cpu MHz : 1000.000\n");
    CHECK(find_frequency_sources(files) == (needs::current_frequency | needs::nominal_frequency));
    set_frequency(files, 0, "scaling_cur_freq", 1);
    CHECK(find_frequency_sources(files) == (needs::current_frequency | needs::nominal_frequency));
    set_frequency(files, 0, "cpuinfo_max_freq", 2);
    CHECK(find_frequency_sources(files) == needs::frequencies);
    set_frequency(files, 0, "scaling_max_freq", 2);
    CHECK(find_frequency_sources(files) == (needs::frequencies | needs::frequency_limit));
}

TEST_CASE("a cpuinfo that cannot be read at the moment counts as one with frequencies") {
    MemoryFiles files;
    files.set_error("/proc/cpuinfo", pdh_shim::FileError::failed);
    CHECK(find_frequency_sources(files) == (needs::current_frequency | needs::nominal_frequency));
    files.deny("/proc/cpuinfo");
    CHECK(find_frequency_sources(files) == needs::current_frequency);
}

TEST_CASE("the nominal frequency is looked for until cpuinfo could be read, and then no more") {
    MemoryFiles files;
    files.set_error("/proc/cpuinfo", pdh_shim::FileError::failed);
    CpuFiles cpu_files(files);
    CpuFrequencies frequencies(cpu_files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now.fill(unread);
    frequencies.read(cpu, needs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == unread);
    files.replace("/proc/cpuinfo", "cpu MHz : 1500.500\n");
    frequencies.read(cpu, needs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == 1500);
    files.set("/proc/cpuinfo", "cpu MHz : 900.000\n");
    frequencies.read(cpu, needs::nominal_frequency, 1);
    CHECK(cpu.now[CpuField::frequency] == 1500);
}

TEST_CASE("a CPU that has just appeared has done no work yet") {
    MemoryFiles files;
    CpuFiles cpu_files(files);
    CpuFrequencies frequencies(cpu_files);
    Cpu cpu;
    cpu.folder = folder_of_cpu(0);
    cpu.now[CpuField::idle] = 400;
    frequencies.read(cpu, needs::nominal_frequency, second);
    CHECK(cpu.now[CpuField::utility] == 0);
    CHECK(cpu.now[CpuField::performance] == 0);
    cpu.before = cpu.now;
    cpu.lasting = true;
    cpu.now[CpuField::idle] = 500;
    frequencies.read(cpu, needs::nominal_frequency, 400);
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
    frequencies.read(cpu, needs::frequency_limit, 1);
    CHECK(cpu.now[CpuField::performance_limit] == unread);
}

TEST_CASE("the frequency of a CPU is read through a kept descriptor") {
    Scene scene;
    set_machine(scene.files());
    set_frequency(scene.files(), 0, "cpuinfo_max_freq", 4'000'000);
    set_frequency(scene.files(), 0, "scaling_cur_freq", 1'000'000);
    scene.want(information);
    scene.collect();
    scene.files().forget();
    set_frequency(scene.files(), 0, "scaling_cur_freq", 3'000'000);
    scene.collect();
    CHECK(scene.cell(information, u"0,0", u"% of Maximum Frequency") == 75);
    CHECK(scene.files().opens("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq") == 0);
}

TEST_CASE("frequencies are in MHz and in percent of the highest") {
    Scene scene;
    set_machine(scene.files());
    for (int number = 0; number < 2; ++number) {
        set_frequency(scene.files(), number, "cpuinfo_max_freq", 4'000'000);
        set_frequency(scene.files(), number, "base_frequency", 2'000'000);
        set_frequency(scene.files(), number, "scaling_cur_freq", 1'000'000 * (number + 2));
    }
    scene.collect();
    CHECK(scene.cell(information, u"0,0", u"Processor Frequency") == 2000);
    CHECK(scene.cell(information, u"0,0", u"% of Maximum Frequency") == 50);
    CHECK(scene.cell(information, u"0,1", u"% of Maximum Frequency") == 75);
    CHECK(scene.cell(information, u"_Total", u"% of Maximum Frequency") == 62);
}

TEST_CASE("the nominal frequency of a virtual machine comes from cpuinfo") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/cpuinfo", "cpu MHz : 2596.146\n");
    scene.collect();
    CHECK(scene.cell(information, u"0,0", u"Processor Frequency") == 2596);
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

TEST_CASE("% Performance Limit is what policies leave of the nominal frequency, at most all of it") {
    Scene scene;
    set_machine(scene.files());
    for (const int number : {0, 1}) {
        set_frequency(scene.files(), number, "cpuinfo_max_freq", 3'600'000);
        set_frequency(scene.files(), number, "base_frequency", 2'000'000);
        set_frequency(scene.files(), number, "scaling_cur_freq", 1'800'000);
        set_frequency(scene.files(), number, "scaling_max_freq", number == 0 ? 1'500'000 : 3'600'000);
    }
    scene.want(information, u"% Performance Limit");
    scene.files().forget();
    scene.collect();
    CHECK(scene.cell(information, u"0,0", u"% Performance Limit") == 75);
    CHECK(scene.cell(information, u"0,1", u"% Performance Limit") == 100);
    CHECK(scene.cell(information, u"_Total", u"% Performance Limit") == 87);
    CHECK(scene.files().reads("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq") == 0);
}
