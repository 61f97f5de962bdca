// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace pdh_shim::tools::relog {

/// Ends the program if the user stops it while nothing has been written yet.
/// @throws terminal::ProgramError
void end_if_stopped(command::Platform& platform);

/// A fraction from 0 to 1 in percent, with two decimals, as Windows' program shows it: `42.17%`.
[[nodiscard]] std::string percentage(double fraction);

/// The same behind a bar.
[[nodiscard]] std::string bar(double fraction);

/// Shows how much of a log is converted: on a terminal while it is, elsewhere at the end.
class Progress {
  public:
    /// @param begin, end of the records that are converted: local times as FILETIMEs
    Progress(command::Platform& platform, command::Console& console, std::int64_t begin, std::int64_t end)
        : platform_(platform), console_(console), begin_(begin), end_(end) {}

    /// Whether it is time to call show().
    [[nodiscard]] bool is_due() const { return platform_.now() >= next_; }

    /// @param time of the newest record
    void show(std::int64_t time);

    void finish();

  private:
    command::Platform& platform_;
    command::Console& console_;
    std::int64_t begin_;
    std::int64_t end_;
    std::chrono::nanoseconds next_{0};
};

} // namespace pdh_shim::tools::relog
