#include "base/clock.h"
#include "base/file.h"
#include "source/linux/linux_source.h"

#include <benchmark/benchmark.h>
#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// The cost of a collect relative to the minimum: reading the same kernel files without using them.
// Each benchmark named `floor` is the baseline of the ones above it.

namespace {

namespace model = pdh_shim::model;
namespace source = pdh_shim::source;

class Collecting {
  public:
    struct Wanted {
        std::u16string_view object;
        std::u16string_view counter; // empty = all
        bool only_total = false;
    };

    explicit Collecting(const std::vector<Wanted>& wanted)
        : source_(source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value()),
          session_(source_->open_session()) {
        const auto& objects = source_->catalogue()->objects;
        for (const Wanted& one : wanted) {
            const auto object = std::ranges::find(objects, one.object, &model::ObjectDef::name);
            if (object == objects.end()) {
                continue;
            }
            model::ObjectRequest request;
            request.object = static_cast<std::uint32_t>(object - objects.begin());
            request.only_total = one.only_total;
            for (const auto& counter : object->counters) {
                request.columns.push_back(one.counter.empty() || counter.name == one.counter);
            }
            requests_.push_back(std::move(request));
        }
        for (auto& snapshot : snapshots_) {
            snapshot.objects.resize(requests_.size());
        }
        collect();
        collect();
    }

    void collect() {
        model::Snapshot& snapshot = snapshots_[round_ % 2];
        const model::Snapshot& previous = snapshots_[++round_ % 2];
        benchmark::DoNotOptimize(session_->collect(requests_, snapshot).has_value());
        for (std::size_t i = 0; i < snapshot.objects.size(); ++i) {
            snapshot.objects[i].publish(&previous.objects[i]);
        }
    }

  private:
    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
    model::Snapshot snapshots_[2];
    std::size_t round_ = 0;
};

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

/// Children that sleep, so that there are processes to read.
class Sleepers : boost::noncopyable {
  public:
    Sleepers() {
        for (int i = 0; i < 500; ++i) {
            const pid_t child = fork();
            if (child == 0) {
                for (;;) {
                    pause();
                }
            }
            if (child > 0) {
                children_.push_back(child);
            }
        }
    }
    ~Sleepers() {
        for (const pid_t child : children_) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
    }

  private:
    std::vector<pid_t> children_;
};

std::vector<std::string> process_files(const char* file) {
    std::vector<std::string> paths;
    DIR* const folder = opendir("/proc");
    while (const dirent* entry = readdir(folder)) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            paths.push_back(std::string("/proc/") + static_cast<const char*>(entry->d_name) + file);
        }
    }
    closedir(folder);
    return paths;
}

void collect_processes(benchmark::State& state, const std::vector<Collecting::Wanted>& wanted) {
    const Sleepers sleepers;
    const auto count = process_files("/stat").size();
    collect(state, wanted);
    state.counters["processes"] = static_cast<double>(count);
}

/// The floor for processes: to list them and to read a line of each through descriptors that are kept.
void read_processes(benchmark::State& state) {
    const Sleepers sleepers;
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
