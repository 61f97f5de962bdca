// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A fleet of up to 1,000 hosts that answer at once, of a fake libpcp: what one collect of a counter of each
// takes in time, threads and memory, for each host. Flat is good.
#include "base/clock.h"
#include "source/linux/linux_source.h"
#include "source/pcp/pcp_machines.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

namespace model = pdh_shim::model;

template <class Object>
const Object& named(const std::vector<Object>& objects, std::u16string_view name) {
    for (const Object& object : objects) {
        if (object.name == name) {
            return object;
        }
    }
    std::abort();
}

/// A counter of a host, with a session of its own.
class HostCounter {
  public:
    HostCounter(model::RemoteMachines& machines, const std::string& host)
        : source_(machines.connect(std::u16string(host.begin(), host.end())).value()),
          catalogue_(source_->catalogue_for(u"System", u"Context Switches/sec")),
          session_(source_->open_session()) {
        const model::ObjectDef& object = named(catalogue_->objects, u"System");
        request_.object = static_cast<std::uint32_t>(&object - catalogue_->objects.data());
        request_.columns.resize(object.columns);
        const model::CounterDef& counter = named(object.counters, u"Context Switches/sec");
        request_.columns[static_cast<std::size_t>(&counter - object.counters.data())] = true;
        snapshot_.objects.resize(1);
    }

    void start() { session_->start({&request_, 1}); }
    void collect() {
        if (!session_->collect({&request_, 1}, snapshot_).has_value()) {
            std::abort();
        }
        snapshot_.objects.front().publish(nullptr);
        if (snapshot_.objects.front().status() != pdh_shim::Status::success) {
            std::abort();
        }
    }

  private:
    std::shared_ptr<model::Source> source_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::unique_ptr<model::Session> session_;
    model::ObjectRequest request_;
    model::Snapshot snapshot_;
};

double threads() {
    return static_cast<double>(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

double resident_kilobytes() {
    double all = 0;
    double resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

void collect_fleet(benchmark::State& state) {
    const auto hosts = static_cast<std::size_t>(state.range(0));
    const double threads_before = threads();
    const double memory_before = resident_kilobytes();
    pdh_shim::source::pcp::PcpOptions options;
    options.library = FAKE_LIBPCP;
    const auto machines = pdh_shim::source::pcp::make_pcp_machines(
        {}, pdh_shim::source::linux::described_objects(), pdh_shim::system_clock(), options)
                              .value();
    std::vector<std::unique_ptr<HostCounter>> counters;
    for (std::size_t i = 0; i < hosts; ++i) {
        const std::string name = "fleet" + std::to_string(hosts) + "x" + std::to_string(i);
        counters.push_back(std::make_unique<HostCounter>(*machines, name));
    }
    for (auto _ : state) {
        for (const auto& counter : counters) {
            counter->start();
        }
        for (const auto& counter : counters) {
            counter->collect();
        }
    }
    const auto per_host = [&](double all) { return all / static_cast<double>(hosts); };
    state.counters["threads_per_host"] = per_host(threads() - threads_before);
    state.counters["kilobytes_per_host"] = per_host(resident_kilobytes() - memory_before);
    state.counters["time_per_host"] = benchmark::Counter(static_cast<double>(hosts),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(collect_fleet)->Arg(10)->Arg(100)->Arg(1000)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
