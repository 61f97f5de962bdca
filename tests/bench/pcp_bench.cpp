// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Collecting 20 counters from each of 50 hosts, against libpcp called by hand: one host after the other (the
// target is 1.15 of it), all side by side, and the slowest host by itself. The hosts are in
// PDH_SHIM_TEST_HOSTS: see pcp_hosts.py.
#include "source/pcp/libpcp.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <benchmark/benchmark.h>
#include <boost/noncopyable.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using pdh_shim::source::pcp::Libpcp;

constexpr std::array metrics{"used", "free", "shared", "bufmem", "cached", "other", "swapCached", "active",
    "inactive", "slab", "mapped", "available", "dirty", "writeback", "anonpages", "committed_AS",
    "pageTables", "mlocked", "swapTotal", "swapFree"};

void need(bool is_done) {
    if (!is_done) {
        std::abort();
    }
}

std::vector<std::string> hosts() {
    const char* const list = std::getenv("PDH_SHIM_TEST_HOSTS");
    need(list != nullptr);
    std::vector<std::string> names;
    std::istringstream text(list);
    for (std::string name; std::getline(text, name, ',');) {
        names.push_back(name);
    }
    return names;
}

/// libpcp by hand: a context for each host.
class Contexts : boost::noncopyable {
  public:
    Contexts() : library_(Libpcp::load("libpcp.so.3").value()) {
        for (const std::string& host : hosts()) {
            contexts_.push_back(library_->new_context(PM_CONTEXT_HOST, host.c_str()));
            need(contexts_.back() >= 0);
        }
        std::vector<std::string> texts;
        for (const char* const metric : metrics) {
            texts.push_back(std::string("mem.util.") + metric);
        }
        std::array<const char*, metrics.size()> names{};
        std::ranges::transform(texts, names.begin(), [](const std::string& text) { return text.c_str(); });
        need(library_->lookup_name(static_cast<int>(names.size()), names.data(), ids_.data()) ==
             static_cast<int>(names.size()));
    }
    ~Contexts() {
        for (const int context : contexts_) {
            library_->destroy_context(context);
        }
    }

    [[nodiscard]] std::size_t count() const noexcept { return contexts_.size(); }

    void fetch(std::size_t number) {
        pmResult* result = nullptr;
        need(library_->use_context(contexts_[number]) >= 0);
        need(library_->fetch(static_cast<int>(ids_.size()), ids_.data(), &result) >= 0);
        library_->free_result(result);
    }

  private:
    std::shared_ptr<const Libpcp> library_;
    std::vector<int> contexts_;
    std::array<pmID, metrics.size()> ids_{};
};

void collect(benchmark::State& state) {
    std::string sources = "pcp:";
    PDH_HQUERY query = nullptr;
    for (const std::string& host : hosts()) {
        sources += (sources.ends_with(':') ? "" : ",") + host;
    }
    need(pdh_shim_set_sources(sources.c_str()) == ERROR_SUCCESS &&
         PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    for (const std::string& host : hosts()) {
        for (const char* const metric : metrics) {
            PDH_HCOUNTER counter = nullptr;
            const std::string path = "\\\\" + host + "\\PCP mem.util\\" + metric;
            need(PdhAddEnglishCounterA(query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
        }
    }
    need(PdhCollectQueryData(query) == ERROR_SUCCESS);
    for ([[maybe_unused]] const auto _ : state) {
        need(PdhCollectQueryData(query) == ERROR_SUCCESS);
    }
    PdhCloseQuery(query);
}

void fetch_one_after_another(benchmark::State& state) {
    Contexts contexts;
    for ([[maybe_unused]] const auto _ : state) {
        for (std::size_t i = 0; i < contexts.count(); ++i) {
            contexts.fetch(i);
        }
    }
}

void fetch_side_by_side(benchmark::State& state) {
    Contexts contexts;
    const auto count = static_cast<std::ptrdiff_t>(contexts.count());
    std::atomic<bool> is_ended = false;
    std::barrier begin(count + 1);
    std::barrier end(count + 1);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < contexts.count(); ++i) {
        threads.emplace_back([&, i] {
            for (begin.arrive_and_wait(); !is_ended; begin.arrive_and_wait()) {
                contexts.fetch(i);
                end.arrive_and_wait();
            }
        });
    }
    for ([[maybe_unused]] const auto _ : state) {
        begin.arrive_and_wait();
        end.arrive_and_wait();
    }
    is_ended = true;
    begin.arrive_and_wait();
}

/// Of all hosts, each asked while no other is.
void fetch_slowest_alone(benchmark::State& state) {
    Contexts contexts;
    for ([[maybe_unused]] const auto _ : state) {
        std::chrono::duration<double> slowest{};
        for (std::size_t i = 0; i < contexts.count(); ++i) {
            const auto start = std::chrono::steady_clock::now();
            contexts.fetch(i);
            slowest =
                std::max<std::chrono::duration<double>>(slowest, std::chrono::steady_clock::now() - start);
        }
        state.SetIterationTime(slowest.count());
    }
}

BENCHMARK(fetch_slowest_alone)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(fetch_one_after_another)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(fetch_side_by_side)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(collect)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
