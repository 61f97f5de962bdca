// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "big_provider.h"
#include "source/provider/provider_source.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdlib.h>
#include <string>
#include <unistd.h>
#include <vector>

// What a collect through a performance DLL of 10,000 instances with ten counters costs, in this process and
// in one of its own, beside the baseline: two copies of the same bytes, what the DLL itself does and what a
// snapshot has to hold.

namespace {

namespace model = pdh_shim::model;
namespace source = pdh_shim::source;

class Collecting {
  public:
    explicit Collecting(const std::string& isolation) {
        std::string file = "/tmp/pdh-shim-bench-XXXXXX";
        close(mkstemp(file.data()));
        std::ofstream(file) << "[performance]\nLibrary=" BIG_PROVIDER "\nOpen=BigOpen\nCollect=BigCollect\n"
                               "Close=BigClose\nFirst Counter=8000\nIsolation="
                            << isolation << "\n";
        auto made = source::provider::load_provider_source(file, pdh_shim::system_clock());
        std::remove(file.c_str());
        if (!made) {
            std::fprintf(stderr, "%s\n", made.error().message().c_str());
            std::abort();
        }
        source_ = std::move(made).value();
        session_ = source_->open_session();
        request_.columns.assign(BIG_COUNTERS, true);
        for (auto& snapshot : snapshots_) {
            snapshot.objects.resize(1);
        }
        collect();
        collect();
        if (snapshots_[0].objects[0].rows() != BIG_INSTANCES) {
            std::abort();
        }
    }

    void collect() {
        model::Snapshot& snapshot = snapshots_[round_ % 2];
        const model::Snapshot& previous = snapshots_[++round_ % 2];
        benchmark::DoNotOptimize(session_->collect({&request_, 1}, snapshot).has_value());
        snapshot.objects[0].publish(&previous.objects[0]);
    }

  private:
    std::unique_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    model::ObjectRequest request_;
    model::Snapshot snapshots_[2];
    std::size_t round_ = 0;
};

void collect(benchmark::State& state, const std::string& isolation) {
    Collecting collecting(isolation);
    while (state.KeepRunning()) {
        collecting.collect();
    }
    state.SetBytesProcessed(state.iterations() * BIG_BYTES);
}

void copy(benchmark::State& state) {
    const std::vector<std::byte> from(BIG_BYTES, std::byte{1});
    std::vector<std::byte> to(BIG_BYTES);
    std::vector<std::byte> there(BIG_BYTES);
    while (state.KeepRunning()) {
        std::memcpy(to.data(), from.data(), to.size());
        benchmark::DoNotOptimize(to.data());
        std::memcpy(there.data(), to.data(), there.size());
        benchmark::DoNotOptimize(there.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * BIG_BYTES);
}

BENCHMARK_CAPTURE(collect, in_this_process, "none")->UseRealTime();
BENCHMARK_CAPTURE(collect, isolated, "process")->UseRealTime();
BENCHMARK(copy)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
