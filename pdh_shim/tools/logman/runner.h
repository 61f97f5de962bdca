// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/rotating_log.h"
#include "tools/logman/command_host.h"
#include "tools/logman/set_store.h"
#include "tools/terminal/program_end.h"

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// What a runner needs of the system.
struct RunnerHost {
    command::Clocks clocks;
    command::Console& console; ///< gets its messages
    /// Called when the set runs, or waits for its begin: from now on nobody waits for messages.
    std::function<void()> ready;
    /// Starts a program of the set.
    std::function<ProgramOutcome(const Program& program)> run_program;
    /// What became of programs that waited.
    std::function<ProgramOutcome()> late_programs;
    /// See write_to_system_log().
    std::function<std::string(const std::string& text)> write_to_system_log;
};

/// Runs a set until its end, or until it is stopped, and keeps its state in the store. The caller has the
/// lock of the runner.
/// @return ExitStatus::losses if a counter was left out
/// @throws terminal::ProgramError it cannot be started
[[nodiscard]] terminal::ExitStatus run_set(
    const CollectorSet& set, const SetStore& store, const RunnerHost& host);

/// When a set begins and ends that is started now: of a daily one, the next time that is not over.
struct RunPeriod {
    std::int64_t begin = 0;          ///< local FILETIMEs
    std::optional<std::int64_t> end; ///< none = until stopped
};
/// @throws terminal::ProgramError its end is in the past
[[nodiscard]] RunPeriod period_of(const CollectorSet& set, std::int64_t now);

} // namespace pdh_shim::tools::logman
