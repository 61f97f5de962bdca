// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/watched_process.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace pdh_shim::source::linux {

/// Asks how long a process has run, in ns (platform::run_time).
using AskRunTime = std::function<std::optional<std::int64_t>(std::int64_t process)>;

/// Tells how long processes have run: while this does not change, neither do the times in /proc/PID/stat,
/// which the kernel derives from it. To ask the system takes a seventh of the time to read that file. Where
/// it cannot be asked, as under Wine, /proc/PID/schedstat tells it of a process with one thread in half of
/// that time.
class RunTimes {
  public:
    /// @param reads_files whether to read it where the system cannot be asked
    RunTimes(FileSystem& files, AskRunTime ask, bool reads_files = false)
        : files_(files), ask_(std::move(ask)), reads_files_(reads_files) {}

    /// Finds out whether they can be used: to be called before a sample.
    void prepare();
    /// Of the process with this number in /proc: `unread` if they cannot be used, and for one that has not
    /// run yet, which another one of the same number could be taken for.
    [[nodiscard]] std::int64_t of(std::int64_t process) const;
    /// The same, also from the file of a process that rests.
    /// @param proc reads what lies in /proc
    [[nodiscard]] std::int64_t read(WatchedProcess& process);

  private:
    [[nodiscard]] bool has_own_numbers() const;
    [[nodiscard]] bool has_cpus_without_ticks() const;

    FileSystem& files_;
    AskRunTime ask_;
    bool reads_files_;
    std::uint32_t prepared_for_ = 0; // epoch of the process that has called prepare()
    bool usable_ = false;
    bool files_usable_ = false;
    FileBuffer buffer_;
};

} // namespace pdh_shim::source::linux
