// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pdh_shim::tools::logman {

/// A program that a run starts.
struct Program {
    std::string file; ///< absolute path
    std::vector<std::string> arguments;
    bool has_own_rights = false; ///< it has the rights of the run, also where the set has a user
};

/// What became of programs.
struct ProgramOutcome {
    std::string reason;       ///< why the program was not started; empty if it was, or waits
    std::uint64_t late = 0;   ///< programs that waited before, and could not be started either
    std::string late_reason;  ///< of the newest of them
    bool is_host_new = false; ///< the process that starts programs had ended, and is another one now
};

/// A child process that starts the programs of a run, reaps them, and writes what they say into the
/// messages of the set. It goes on, also when the run was killed, until the last of them has ended and closed
/// its output.
///
/// A program reads nothing. In a foreground run of its own user it writes to standard error of the run. Else
/// it gets a session without a terminal and a pipe, so that it can neither type into the terminal of the run
/// nor change its files. No file that is open here is passed on.
///
/// If the process is killed, the next program has another one made. Programs that waited are lost with it,
/// which the outcome says; those that run go on.
class CommandHost : boost::noncopyable {
  public:
    static constexpr std::size_t most_waiting = 1000; ///< programs

    /// Call it before this process has threads. When the child process is made again, there may be some: it
    /// takes no lock but that of the allocator, which the C library frees at fork().
    /// @param set outlives this
    /// @throws terminal::ProgramError
    CommandHost(const CollectorSet& set, const std::string& messages_file, bool is_background);
    ~CommandHost();

    /// Starts a program without a shell, or has it wait while CollectorSet::most_commands run. Root starts
    /// only what nobody else can change. With a user of -u it has all groups of that user, and an environment
    /// that has nothing of this process.
    [[nodiscard]] ProgramOutcome run(const Program& program);

    /// What became of programs that waited. It asks nobody unless some did at the last call.
    [[nodiscard]] ProgramOutcome late_outcome();

  private:
    void start();
    [[nodiscard]] ProgramOutcome ask(const std::string& request);

    std::function<void(int requests)> become_host_;
    int requests_ = -1;
    pid_t host_ = -1;
    std::uint64_t waiting_ = 0; // programs, at the last reply
};

} // namespace pdh_shim::tools::logman
