// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Collecting from a process with 2,000 idle threads, against reading their lines and using nothing of them.
// Run it with --benchmark_enable_random_interleaving=true --benchmark_repetitions=15. Threads of a process
// that has not run are not read again for times: `times` is compared with `state`, for which each line is
// read, with `processes`, and with open_read_close.
#include "collecting.h"
#include "processes.h"

#include <benchmark/benchmark.h>
#include <boost/noncopyable.hpp>

#include <array>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace pdh_shim::bench;

constexpr int idle_threads = 2000;

/// A child with threads that sleep.
class Sleeper : boost::noncopyable {
  public:
    Sleeper() {
        std::array<int, 2> started{};
        if (pipe(started.data()) != 0) {
            return;
        }
        child_ = fork();
        if (child_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL); // also when the benchmark is interrupted
            std::vector<std::thread> threads;
            for (int i = 0; i < idle_threads; ++i) {
                threads.emplace_back([] {
                    for (;;) {
                        pause();
                    }
                });
            }
            close(started[0]);
            close(started[1]);
            for (;;) {
                pause();
            }
        }
        close(started[1]);
        char nothing = 0;
        benchmark::DoNotOptimize(read(started[0], &nothing, 1)); // all threads have been started
        close(started[0]);
    }
    ~Sleeper() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
    }

    [[nodiscard]] std::string folder() const { return "/proc/" + std::to_string(child_) + "/task"; }

  private:
    pid_t child_ = -1;
};

const Sleeper& sleeper() {
    static const Sleeper instance;
    return instance;
}

void collect(benchmark::State& state, const std::vector<Collecting::Wanted>& wanted) {
    static_cast<void>(sleeper());
    Collecting collecting(wanted);
    for ([[maybe_unused]] const auto _ : state) {
        collecting.collect();
    }
}

void open_read_close(benchmark::State& state) {
    std::vector<std::string> lines;
    DIR* const folder = opendir(sleeper().folder().c_str());
    while (const dirent* const entry = readdir(folder)) {
        if (entry->d_name[0] != '.') {
            lines.push_back(sleeper().folder() + '/' + static_cast<const char*>(entry->d_name) + "/stat");
        }
    }
    closedir(folder);
    std::array<char, 4096> text{};
    for ([[maybe_unused]] const auto _ : state) {
        for (const std::string& line : lines) {
            const int file = open(line.c_str(), O_RDONLY | O_CLOEXEC);
            benchmark::DoNotOptimize(read(file, text.data(), text.size()));
            close(file);
        }
    }
}

using Wanted = std::vector<Collecting::Wanted>;

BENCHMARK_CAPTURE(collect, times,
    Wanted{{u"Thread", u"% Processor Time"}, {u"Thread", u"Context Switches/sec"},
        {u"Thread", u"Elapsed Time"}, {u"Thread", u"ID Thread"}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(collect, state, Wanted{{u"Thread", u"% Processor Time"}, {u"Thread", u"Thread State"}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(
    collect, processes, Wanted{{u"Process", u"% Processor Time"}, {u"Process", u"Elapsed Time"}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(open_read_close)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
