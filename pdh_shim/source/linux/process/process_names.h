// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform.h"
#include "source/linux/process/process_files.h"
#include "source/linux/process/process_text.h"
#include "source/linux/process/watched_process.h"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {

/// Lists the processes of Windows' functions (platform::windows_processes).
using ListWindowsProcesses = std::function<std::vector<platform::WindowsProcess>()>;

/// Names processes as the instances of Process are named, by their programs, and gives the programs of
/// Windows the names and numbers that they know each other by.
class ProcessNames {
  public:
    ProcessNames(FileSystem& files, ProcessFiles& process_files, ListWindowsProcesses windows)
        : files_(files), process_files_(process_files), windows_(std::move(windows)) {}

    /// Names a process that has no name, or that executes another program since it was named.
    void update(WatchedProcess& process, const ProcessStat& stat);
    /// Forgets the Windows number of an ended process.
    static void end(WatchedProcess& process);
    /// Gives the programs of Windows the numbers that they know each other by.
    /// @param wall_ahead how far the wall clock is ahead of `time_100ns`
    void number(const WatchedProcesses& processes, std::int64_t time_100ns, std::int64_t wall_ahead);

  private:
    void name(WatchedProcess& process, const ProcessStat& stat);
    void match_windows(const WatchedProcesses& processes, std::int64_t wall_ahead);
    [[nodiscard]] bool has_stranger(const WatchedProcesses& processes, std::int64_t time_100ns);
    void find_self(const WatchedProcesses& processes, std::span<const platform::WindowsProcess> windows);
    [[nodiscard]] bool runs_windows_program(WatchedProcess& process);
    [[nodiscard]] bool look_into_memory(WatchedProcess& process);

    FileSystem& files_;
    ProcessFiles& process_files_;
    ListWindowsProcesses windows_;
    bool has_new_ = true;                  // a process appeared or executed another program a short time ago
    bool has_windows_ = false;             // some processes are programs of Windows
    std::int64_t own_id_ = unread;         // of this process, by the kernel's number
    std::set<std::string> other_programs_; // comm and size of those without Wine in their memory
};

} // namespace pdh_shim::source::linux
