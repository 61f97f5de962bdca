// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/manual_clock.h"
#include "base/trace.h"
#include "odd_provider.h"
#include "source/provider/provider_source.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>

#include <dlfcn.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace pdh_shim::test {

/// The performance DLL of odd_provider.cpp as a source, on a clock of its own, with its log.
class Scene : boost::noncopyable {
  public:
    static constexpr std::uint32_t first_counter = 7000;

    Scene() {
        trace::configure(trace::Level::warning, folder_.path("log"));
        library_ = dlopen(ODD_PROVIDER, RTLD_NOW);
        state() = {};
    }
    ~Scene() {
        session_ = nullptr;
        source_ = nullptr;
        trace::configure(trace::Level::off, "");
        dlclose(library_);
    }

    static std::string ini(const std::string& behaviour, const std::string& more = {},
        const std::string& library = ODD_PROVIDER) {
        return "[info]\ndrivername=OddPerf\nsymbolfile=" ODD_SYMBOLS "\n"
               "[languages]\n009=English\n007=Deutsch\n"
               "[text]\nODD_007_NAME=Merkwuerdig\nODD_009_NAME=Odd\nODD_009_HELP=What is odd.\n"
               "ODD_LEVEL_009_NAME=Level\nODD_HITS_009_NAME=% Hits\nODD_LOOKUPS_009_NAME=% Hits\n"
               "LONE_009_NAME=Lone\nLONE_DEPTH_009_NAME=Depth\n"
               "[performance]\nLibrary=" +
               library + "\nOpen=OddOpen\nCollect=OddCollect\nClose=OddClose\nSet Indexes=OddIndexes\n" +
               "First Counter=7000\nFirst Help=7001\nOpen Timeout=3000\nCollect Timeout=5000\nExport=" +
               behaviour + "\n" + more;
    }

    /// Starts the provider of an INI file.
    Status start(const std::string& text) {
        auto made = source::provider::load_provider_source(folder_.write("odd.ini", text), clock_);
        if (!made) {
            error_ = made.error().message();
            return made.error().status();
        }
        source_ = std::move(made).value();
        session_ = source_->open_session();
        return Status::success;
    }

    /// Collects all counters of some objects (by position).
    const model::Snapshot& collect(const std::vector<std::uint32_t>& objects) {
        requests_.clear();
        const auto catalogue = source_->catalogue();
        for (const std::uint32_t object : objects) {
            requests_.push_back({.object = object,
                .columns = std::vector<bool>(catalogue->objects.at(object).columns, true),
                .only_total = false});
        }
        snapshot_.objects.resize(objects.size());
        static_cast<void>(session_->collect(requests_, snapshot_));
        for (model::ObjectSnapshot& object : snapshot_.objects) {
            object.publish(nullptr);
        }
        return snapshot_;
    }

    /// Does something, and lets that many milliseconds pass once `has_come_to` says so.
    template <class HasComeTo, class Action>
    void pass_time(std::int64_t milliseconds, const HasComeTo& has_come_to, const Action& action) {
        std::thread other([&] {
            while (!has_come_to()) {
                std::this_thread::yield();
            }
            clock_.advance(milliseconds * (ticks_per_second / 1000));
        });
        action();
        other.join();
    }

    void close() {
        session_ = nullptr;
        source_ = nullptr;
    }

    /// A function of the DLL in this process.
    template <class Function>
    [[nodiscard]] Function* function(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(library_, name));
    }
    [[nodiscard]] OddProviderState& state() const {
        return *function<OddProviderState*()>("odd_provider_state")();
    }
    [[nodiscard]] bool is_hanging() const { return function<bool()>("odd_provider_is_hanging")(); }
    void release() const { function<void()>("odd_provider_release")(); }
    void wait_closed() const { function<void()>("odd_provider_wait_closed")(); }

    [[nodiscard]] bool has_logged(const std::string& words) const {
        return folder_.read("log").find(words) != std::string::npos;
    }
    [[nodiscard]] std::string file() const { return folder_.path("odd.ini"); }
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] model::Source& source() const { return *source_; }
    [[nodiscard]] ManualClock& clock() { return clock_; }

  private:
    TemporaryFolder folder_;
    ManualClock clock_{{1'000, 2'000, 3'000}};
    std::string error_;
    void* library_ = nullptr;
    std::unique_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
    model::Snapshot snapshot_;
};

} // namespace pdh_shim::test
