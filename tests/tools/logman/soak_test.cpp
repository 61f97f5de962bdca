// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Sets that log for weeks, in seconds.
#include "patience.h"
#include "set_world.h"
#include "tools/logman/runner.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::WakeReason;
using logman::RunStatus;
using terminal::ExitStatus;

namespace {

/// A run in a process of its own, which says of each record that it has been written.
class RunInChild : boost::noncopyable {
  public:
    RunInChild(const std::string& output, const logman::SetStore& store) {
        std::array<int, 2> ends = {};
        REQUIRE(::pipe(ends.data()) == 0);
        child_ = ::fork();
        if (child_ == 0) {
            ::alarm(pdh_shim::test::patience);
            SetWorld world;
            world.set.output = output;
            world.set.segment = 5s;
            world.store = store;
            world.most_waits = SIZE_MAX;
            world.on_wait = [&ends] {
                const bool is_read = ::write(ends[1], "x", 1) == 1;
                return is_read ? WakeReason::time_reached : WakeReason::stop_requested;
            };
            static_cast<void>(world.run());
            ::_exit(1);
        }
        ::close(ends[1]);
        waits_ = ends[0];
    }
    ~RunInChild() {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        ::close(waits_);
    }

    /// Returns when so many records have been written: each wait comes behind the record before it.
    void wait_for(std::size_t records) const {
        char wait = 0;
        for (std::size_t i = 0; i <= records; ++i) {
            REQUIRE(::read(waits_, &wait, 1) == 1);
        }
    }

  private:
    pid_t child_ = -1;
    int waits_ = -1;
};

} // namespace

// First, while this process has not used the library: each run is a child of it.
TEST_CASE("kill -9, fifty times, loses no written record, and the next run continues") {
    const pdh_shim::test::TemporaryFolder folder;
    const logman::SetStore store(folder.path("sets"), folder.path("states"), folder.path("logs"), false);
    std::size_t written = 0;
    for (std::size_t kill = 0; kill < 50; ++kill) {
        const RunInChild run(folder.path("web"), store);
        run.wait_for(kill % 13);
        written += kill % 13;
    }
    CHECK(store.state("web").status == RunStatus::running); // which its process, that is gone, has said
    std::size_t records = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        if (entry.path().extension() == ".csv") {
            const auto text = folder.read(entry.path().filename().string());
            records += static_cast<std::size_t>(std::ranges::count(text, '\n')) - (text.empty() ? 0 : 1);
        }
    }
    CHECK(records >= written);
}

TEST_CASE("two thousand logs, one after another, have each record once") {
    SetWorld world;
    world.set.segment = 1s;
    world.set.command = "/bin/true";
    world.most_waits = 2000;
    CHECK(world.run() == ExitStatus::done);
    const auto logs = world.logs();
    CHECK(logs.size() == 2000);
    CHECK(logs.back() == "web_002000.csv");
    std::size_t records = 0;
    for (const auto& name : logs) {
        records += world.records_in(name);
    }
    CHECK(records == 2000);
    CHECK(world.commands.size() == 2000);
}
