// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// A child process that starts the programs of -rc of a run, reaps them, and writes what they say into the
/// messages of the set. It goes on, also when the run was killed, until the last of them has ended and closed
/// its output.
///
/// A program reads nothing. In a foreground run of its own user it writes to standard error of the run. Else
/// it gets a session without a terminal and a pipe, so that it can neither type into the terminal of the run
/// nor change its files. No file that is open here is passed on.
class CommandHost : boost::noncopyable {
  public:
    static constexpr std::size_t most_waiting = 1000; ///< programs

    /// Call it before this process has threads.
    /// @throws terminal::ProgramError
    CommandHost(const CollectorSet& set, const std::string& messages_file, bool is_background);
    ~CommandHost();

    /// Starts the program of the set without a shell, or has it wait while CollectorSet::most_commands run.
    /// Root starts only what nobody else can change. With a user of -u it has all groups of that user, and an
    /// environment that has nothing of this process.
    /// @return why it was not started; empty if it was, or waits
    [[nodiscard]] std::string run(const std::vector<std::string>& arguments) const;

  private:
    int requests_;
};

} // namespace pdh_shim::tools::logman
