// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::terminal {

/// The exit statuses of every program. TOOLS.md has the table, exit_statuses() the same for `--help`.
enum class ExitStatus {
    done = 0,
    cannot = 1,
    usage = 2,        ///< the command line is wrong
    losses = 3,       ///< done, but something that was asked for is missing in the output
    nothing = 4,      ///< there is nothing to do
    interrupted = 130 ///< stopped by the user before the end; what a shell says of Ctrl+C
};

/// Lines for `--help`: a heading after an empty line, and the statuses that a program uses.
[[nodiscard]] std::vector<std::string> exit_statuses(const std::vector<ExitStatus>& used);

class ProgramError;

/// Runs a program, reports what it throws, and returns its exit status. Every program ends through this
/// function.
/// @param execute     throws what program_error.h lists
/// @param say         writes why it failed, where errors are expected
/// @param say_on_stderr the same on standard error, for output that cannot be written
/// @return the exit status
[[nodiscard]] int run_to_the_end(const std::function<ExitStatus()>& execute,
    const std::function<void(const ProgramError& error)>& say,
    const std::function<void(const std::string& text)>& say_on_stderr);

} // namespace pdh_shim::tools::terminal
