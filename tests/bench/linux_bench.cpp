#include "base/clock.h"
#include "collecting.h"
#include "processes.h"
#include "source/linux/linux_source.h"

#include <benchmark/benchmark.h>

#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

// The cost of a collect relative to the minimum: reading the same kernel files without using them.
// Each benchmark named `floor` is the baseline of the ones above it.

namespace {

using namespace pdh_shim::bench;
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
BENCHMARK(start)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
