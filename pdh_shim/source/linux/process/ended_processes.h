// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/process/watched_process.h"

#include <cstdint>

namespace pdh_shim::source::linux {

/// The processor time, for `_Total` of Process, of processes that have ended between two samples. The kernel
/// adds all that a process used to the children's time of the one that asks about its end; what it used until
/// the last sample was counted then. (Where nobody asks, the time is lost, and is missing.)
class EndedProcesses {
  public:
    /// Begins a sample.
    void begin() noexcept {
        reaped_ = {};
        replaced_ = {};
    }
    /// Adds a process that has ended: what it had used at the last sample, and its children before it.
    void add_ended(const ProcessGrowth& last) noexcept { add_used(last, ended_); }
    /// Adds a process that is there: what its children used that it has asked about since the last sample.
    void add_living(const WatchedProcess& process) noexcept;
    /// Ends the sample.
    /// @return what those that have ended used after the last sample
    [[nodiscard]] ProcessValues times() noexcept;

  private:
    /// Processor time.
    struct Times {
        std::int64_t user = 0;
        std::int64_t privileged = 0;
    };

    static void add_used(const ProcessGrowth& last, Times& ended) noexcept;

    Times reaped_;   // what the children of processes used that those have asked about in this sample
    Times replaced_; // what processes used whose number another one has in this sample
    Times ended_;    // what those used until the last sample that have ended since then
};

} // namespace pdh_shim::source::linux
