// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/descriptor_share.h"
#include "base/platform.h"
#include "collecting.h"
#include "processes.h"
#include "source/linux/linux_source.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

// The cost of a collect relative to the minimum: reading the same kernel files without using them.
// Each benchmark named `floor` is the baseline of the ones above it.

namespace {

using namespace pdh_shim::bench;
using pdh_shim::DescriptorShare;
namespace source = pdh_shim::source;

void collect(benchmark::State& state, const std::vector<Collecting::Wanted>& wanted) {
    Collecting collecting(wanted);
    while (state.KeepRunning()) {
        collecting.collect();
    }
}

/// The floor: a descriptor that is kept, and one pread.
void read_kept(benchmark::State& state, const std::vector<const char*>& paths) {
    std::vector<int> files;
    files.reserve(paths.size());
    for (const char* path : paths) {
        files.push_back(open(path, O_RDONLY | O_CLOEXEC));
    }
    std::vector<char> buffer(1U << 20U);
    while (state.KeepRunning()) {
        for (const int file : files) {
            benchmark::DoNotOptimize(pread(file, buffer.data(), buffer.size(), 0));
        }
    }
    for (const int file : files) {
        close(file);
    }
}

void collect_processes(benchmark::State& state, const std::vector<Collecting::Wanted>& wanted) {
    const Sleepers sleepers(500);
    const auto count = process_files("/stat").size();
    collect(state, wanted);
    state.counters["processes"] = static_cast<double>(count);
}

/// The floor for processes: to list them and to read a line of each through descriptors that are kept.
void read_processes(benchmark::State& state) {
    const Sleepers sleepers(500);
    std::vector<int> files;
    for (const std::string& path : process_files("/stat")) {
        if (const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
            files.push_back(file);
        }
    }
    std::vector<char> buffer(4096);
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(process_files("").size());
        for (const int file : files) {
            benchmark::DoNotOptimize(pread(file, buffer.data(), buffer.size(), 0));
        }
    }
    state.counters["processes"] = static_cast<double>(files.size());
    for (const int file : files) {
        close(file);
    }
}

/// Sleepers that make up so many processes with those that run anyway.
int missing_of(const benchmark::State& state) {
    return std::max(0, static_cast<int>(state.range(0)) - static_cast<int>(process_files("").size()));
}

void count_each(benchmark::State& state, std::size_t processes) {
    state.counters["processes"] = static_cast<double>(processes);
    state.counters["each"] = benchmark::Counter(static_cast<double>(processes),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The time for each process, which should depend neither on how many there are nor on what they are called.
/// No descriptor is kept: those of the default budget would be for most of 100 processes, and for few of
/// more.
void collect_each(benchmark::State& state, Naming naming, std::u16string_view counter) {
    const Sleepers sleepers(missing_of(state), naming);
    const auto count = process_files("").size();
    DescriptorShare::set_limit(0);
    collect(state, {{u"Process", counter}});
    DescriptorShare::set_limit(pdh_shim::default_descriptors);
    count_each(state, count);
}

/// The floor of times: to list the processes, and to ask whether each has run.
void ask_each(benchmark::State& state) {
    const Sleepers sleepers(missing_of(state));
    std::vector<std::int64_t> ids;
    for (const std::string& path : process_files("")) {
        ids.push_back(std::stol(path.substr(std::string_view("/proc/").size())));
    }
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(process_files("").size());
        for (const std::int64_t id : ids) {
            benchmark::DoNotOptimize(pdh_shim::platform::run_time(id));
        }
    }
    count_each(state, ids.size());
}

/// The floor of lines: what the kernel takes for each process.
void read_each(benchmark::State& state) {
    const Sleepers sleepers(missing_of(state));
    const auto files = process_files("/stat");
    std::vector<char> buffer(4096);
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(process_files("").size());
        for (const std::string& path : files) {
            const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
            benchmark::DoNotOptimize(pread(file, buffer.data(), buffer.size(), 0));
            close(file);
        }
    }
    count_each(state, files.size());
}

/// From 100 to 10,000 processes, which are started only once for each benchmark.
void of_many(benchmark::internal::Benchmark* bench) {
    bench->RangeMultiplier(10)->Range(100, 10'000)->Iterations(20)->Unit(benchmark::kMicrosecond);
}

void start(benchmark::State& state) {
    while (state.KeepRunning()) {
        const auto made = source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value();
        benchmark::DoNotOptimize(made->catalogue());
    }
}

BENCHMARK_CAPTURE(collect, processor_total, {{u"Processor", u"% Processor Time", true}});
BENCHMARK_CAPTURE(
    collect, processor_times, {{u"Processor", u"% Processor Time"}, {u"Processor", u"% User Time"}});
BENCHMARK_CAPTURE(read_kept, floor_of_processor, {"/proc/stat"});
BENCHMARK_CAPTURE(collect, available_memory, {{u"Memory", u"Available Bytes"}});
BENCHMARK_CAPTURE(read_kept, floor_of_available_memory, {"/proc/meminfo"});
BENCHMARK_CAPTURE(collect, memory, {{u"Memory", u""}});
BENCHMARK_CAPTURE(read_kept, floor_of_memory, {"/proc/meminfo", "/proc/vmstat"});
BENCHMARK_CAPTURE(collect, physical_disk, {{u"PhysicalDisk", u""}});
BENCHMARK_CAPTURE(read_kept, floor_of_physical_disk, {"/proc/diskstats"});
BENCHMARK_CAPTURE(collect, network_bytes, {{u"Network Interface", u"Bytes Total/sec"}});
BENCHMARK_CAPTURE(read_kept, floor_of_network, {"/proc/net/dev"});
BENCHMARK_CAPTURE(collect_processes, processor_time, {{u"Process", u"% Processor Time"}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(read_processes)->Name("read_processes/floor_of_processor_time")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect_processes, private_bytes, {{u"Process", u"Private Bytes"}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect_processes, all, {{u"Process", u""}})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect_each, times_of_one_name, Naming::alike, u"% Processor Time")->Apply(of_many);
BENCHMARK_CAPTURE(collect_each, times_of_many_names, Naming::apart, u"% Processor Time")->Apply(of_many);
BENCHMARK(ask_each)->Name("ask_each/floor_of_times")->Apply(of_many);
BENCHMARK_CAPTURE(collect_each, lines_of_one_name, Naming::alike, u"Page Faults/sec")->Apply(of_many);
BENCHMARK_CAPTURE(collect_each, lines_of_many_names, Naming::apart, u"Page Faults/sec")->Apply(of_many);
BENCHMARK(read_each)->Name("read_each/floor_of_lines")->Apply(of_many);
BENCHMARK(start)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
