// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/command/numbers_and_times.h"
#include "tools/logman/runner.h"
#include "tools/terminal/program_end.h"

#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// A folder with a set, and clocks that a run of it advances: that of the platform, of the wall, and of the
/// library. No time passes.
class SetWorld : boost::noncopyable {
  public:
    using WakeReason = pdh_shim::tools::command::WakeReason;

    SetWorld() {
        REQUIRE(pdh_shim_set_sources("linux") == 0);
        REQUIRE(pdh_shim_freeze_clock(start) == 0);
        platform.on_wait = [this](std::chrono::nanoseconds /*deadline*/) {
            const auto passed = platform.time - library_time_;
            library_time_ = platform.time;
            REQUIRE(pdh_shim_advance_clock(passed.count() / 100) == 0);
            return ++waits > most_waits ? WakeReason::stop_requested
                                        : (on_wait ? on_wait() : WakeReason::time_reached);
        };
        set.name = "web";
        set.counters = {R"(\Memory\Available MBytes)"};
        set.interval = std::chrono::seconds(1);
        set.format = pdh_shim::tools::command::OutputFormat::csv;
        set.output = folder.path("web");
    }
    ~SetWorld() { static_cast<void>(pdh_shim_release_clock()); }

    [[nodiscard]] std::int64_t wall() const { return start + wall_offset + platform.time.count() / 100; }

    /// The computer sleeps: no time passes for its programs.
    void suspend(std::chrono::seconds time) {
        platform.time += time;
        library_time_ += time;
        REQUIRE(pdh_shim_advance_clock(std::chrono::nanoseconds(time).count() / 100) == 0);
    }

    pdh_shim::tools::terminal::ExitStatus run() {
        return pdh_shim::tools::logman::run_set(set, store,
            {{platform, [this] { return wall(); }}, console, [this] { ++ready; },
                [this](const pdh_shim::tools::logman::Program& program) {
                    programs.push_back(program);
                    commands.push_back(program.arguments);
                    return pdh_shim::tools::logman::ProgramOutcome{command_failure, 0, {}, false};
                },
                [this] { return std::exchange(late, {}); },
                [this](const std::string& text) {
                    system_log.push_back(text);
                    return system_log_failure;
                }});
    }

    /// The lines of a text log, behind its header.
    [[nodiscard]] std::size_t records_in(const std::string& name) const {
        const auto text = folder.read(name);
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        return lines == 0 ? 0 : lines - 1;
    }

    [[nodiscard]] std::vector<std::string> logs() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            if (const auto name = entry.path().filename().string(); name.starts_with("web")) {
                names.push_back(name);
            }
        }
        std::ranges::sort(names);
        return names;
    }

    static constexpr std::int64_t second = 10'000'000;             // of a FILETIME
    static constexpr std::int64_t start = 134'100'000'000'000'000; // in the year 2025
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    pdh_shim::tools::command::Console console{platform, "logman", pdh_shim::tools::command::Audience::system};
    pdh_shim::tools::logman::SetStore store{
        folder.path("sets"), folder.path("states"), folder.path("logs"), false};
    pdh_shim::tools::logman::CollectorSet set;
    std::int64_t wall_offset = 0; ///< the clock of the wall is set
    std::size_t waits = 0;
    std::size_t most_waits = 1000; ///< then it is stopped
    std::function<WakeReason()> on_wait;
    int ready = 0;
    std::vector<std::vector<std::string>> commands;
    std::string command_failure;
    std::vector<pdh_shim::tools::logman::Program> programs;
    pdh_shim::tools::logman::ProgramOutcome late; ///< of programs that waited, once
    std::vector<std::string> system_log;
    std::string system_log_failure;

  private:
    std::chrono::nanoseconds library_time_{0};
};
