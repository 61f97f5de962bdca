// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Collecting from 2,000 processes, and from the machine as a whole, against reading the same files of the
// kernel and using nothing of them. Run it with --benchmark_enable_random_interleaving=true
// --benchmark_repetitions=15: then what else the machine does meets all alike. The targets: four_of_stat 1.05
// of open_read_close, which lists /proc too, and 0.55 where 4096 descriptors may be kept; all 1.15 of
// read_all; machine 1.3 of read_machine. The four are times, which are not read again of processes that have
// not run; with page faults, each line is read: line is compared with open_read_close, and line_kept with
// read_kept, which reads the same through descriptors that are open.
#include "base/descriptor_share.h"
#include "collecting.h"
#include "processes.h"

#include <benchmark/benchmark.h>

#include <array>
#include <fcntl.h>
#include <glob.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace pdh_shim::bench;
using pdh_shim::DescriptorShare;

constexpr int sleepers = 2000;
constexpr std::size_t many_descriptors = 4096;

std::array<char, 65536> text;

void open_and_read(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        benchmark::DoNotOptimize(read(file, text.data(), text.size()));
        close(file);
    }
}

void list(const std::string& path) {
    if (DIR* const folder = opendir(path.c_str())) {
        while (const dirent* const entry = readdir(folder)) {
            benchmark::DoNotOptimize(entry);
        }
        closedir(folder);
    }
}

void collect(
    benchmark::State& state, std::size_t descriptors, const std::vector<Collecting::Wanted>& wanted) {
    DescriptorShare::set_limit(descriptors);
    {
        Collecting collecting(wanted);
        for ([[maybe_unused]] const auto _ : state) {
            collecting.collect();
        }
    }
    DescriptorShare::set_limit(pdh_shim::default_descriptors);
}

void open_read_close(benchmark::State& state) {
    const std::vector<std::string> paths = process_files("/stat");
    for ([[maybe_unused]] const auto _ : state) {
        list("/proc");
        for (const std::string& path : paths) {
            open_and_read(path);
        }
    }
}

void read_kept(benchmark::State& state) {
    std::vector<int> files;
    for (const std::string& path : process_files("/stat")) {
        files.push_back(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    for ([[maybe_unused]] const auto _ : state) {
        list("/proc");
        for (const int file : files) {
            benchmark::DoNotOptimize(pread(file, text.data(), text.size(), 0));
        }
    }
    for (const int file : files) {
        close(file);
    }
}

void read_all(benchmark::State& state) {
    const std::vector<std::string> processes = process_files("");
    for ([[maybe_unused]] const auto _ : state) {
        list("/proc");
        for (const std::string& process : processes) {
            for (const char* const file : {"/stat", "/status", "/io"}) {
                open_and_read(process + file);
            }
            list(process + "/fd");
        }
    }
}

void read_machine(benchmark::State& state) {
    std::vector<int> files;
    for (const char* const pattern :
        {"/proc/stat", "/proc/interrupts", "/proc/softirqs", "/proc/meminfo", "/proc/vmstat",
            "/proc/diskstats", "/proc/net/dev", "/sys/devices/system/cpu/cpu*/cpuidle/state[1-9]/time",
            "/sys/devices/system/cpu/cpu*/cpuidle/state[1-9]/usage", "/sys/class/net/*/ifindex",
            "/sys/class/net/*/speed"}) {
        glob_t found{};
        glob(pattern, 0, nullptr, &found);
        for (std::size_t i = 0; i < found.gl_pathc; ++i) {
            files.push_back(open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC));
        }
        globfree(&found);
    }
    for ([[maybe_unused]] const auto _ : state) {
        for (const int file : files) {
            benchmark::DoNotOptimize(pread(file, text.data(), text.size(), 0));
        }
    }
    for (const int file : files) {
        close(file);
    }
}

const std::vector<Collecting::Wanted> four{{u"Process", u"% Processor Time"}, {u"Process", u"% User Time"},
    {u"Process", u"% Privileged Time"}, {u"Process", u"Elapsed Time"}};
const std::vector<Collecting::Wanted> line{{u"Process", u"% Processor Time"}, {u"Process", u"% User Time"},
    {u"Process", u"% Privileged Time"}, {u"Process", u"Page Faults/sec"}};
const std::vector<Collecting::Wanted> whole_machine{
    {u"Processor", u""}, {u"Memory", u""}, {u"PhysicalDisk", u""}, {u"Network Interface", u""}};

BENCHMARK_CAPTURE(collect, four_of_stat, pdh_shim::default_descriptors, four)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect, four_of_stat_kept, many_descriptors, four)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect, line, pdh_shim::default_descriptors, line)->Unit(benchmark::kMicrosecond);
BENCHMARK(open_read_close)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect, line_kept, many_descriptors, line)->Unit(benchmark::kMicrosecond);
BENCHMARK(read_kept)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(
    collect, all, pdh_shim::default_descriptors, std::vector<Collecting::Wanted>{{u"Process", u""}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(read_all)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect, machine, pdh_shim::default_descriptors, whole_machine)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(read_machine)->Unit(benchmark::kMicrosecond);

} // namespace

int main(int argc, char** argv) {
    const rlimit limit{.rlim_cur = 16384, .rlim_max = 16384};
    setrlimit(RLIMIT_NOFILE, &limit);
    const Sleepers processes(sleepers);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
