// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

/// The used part of /proc/<pid>/stat.
struct ProcessStat {
    std::string_view comm; ///< without its parentheses
    char state = 0;        ///< its letter
    bool ended = false;    ///< it is a zombie
    std::int64_t parent = 0;
    std::int64_t faults = 0; ///< minor and major
    std::int64_t user_ticks = 0;
    std::int64_t system_ticks = 0;
    std::int64_t reaped_user_ticks = 0; ///< of children that have ended, and that it has asked about
    std::int64_t reaped_system_ticks = 0;
    std::int64_t nice = 0;
    std::int64_t threads = 0;
    std::int64_t start_ticks = 0; ///< since the machine was started
    std::int64_t virtual_bytes = 0;
    /// 0 where the priority is not below 0, which it is for all real-time policies: to walk to its field
    /// costs as much as the rest of the line.
    std::int64_t policy = 0;
    /// Where the program and its stack lie in memory, of a comm that may be cut: every program has its own
    /// places. All 0 for others; the last one is 0 where this process may not know them.
    std::array<std::int64_t, 3> places{};
};

/// None if the text is not such a line.
[[nodiscard]] std::optional<ProcessStat> parse_process_stat(std::string_view text);

/// Whether such a line is that of a thread, and not of the process that it belongs to: its end sends no
/// signal.
[[nodiscard]] bool is_line_of_thread(std::string_view text);

/// How long the thread has run that a text of /proc/<pid>/schedstat is about, in ns, or `unread`: the kernel
/// need not count it.
[[nodiscard]] std::int64_t parse_run_time(std::string_view text);

/// The pages in memory in a text of /proc/<pid>/statm, or `unread`.
[[nodiscard]] std::int64_t parse_resident_pages(std::string_view text);

/// The name of a process: its comm, which the kernel cuts after 15 characters, completed from the path of the
/// program in its command line, or of the script that its interpreter runs; without the `.exe` of a Windows
/// program.
[[nodiscard]] std::string_view process_name(std::string_view comm, std::string_view cmdline);

/// A file name without the `.exe` of a Windows program, if it has one.
[[nodiscard]] std::string_view without_exe(std::string_view name);

/// Whether the kernel may have cut this comm, so that the command line is needed for the name.
[[nodiscard]] constexpr bool may_be_cut(std::string_view comm) noexcept {
    constexpr std::size_t longest_comm = 15;
    return comm.size() >= longest_comm;
}

/// The base priority that Windows would show for these: 24 for real-time policies, else 4 to 13 by nice
/// value.
[[nodiscard]] constexpr std::int64_t base_priority(std::int64_t policy, std::int64_t nice) noexcept {
    constexpr std::int64_t fifo = 1;
    constexpr std::int64_t round_robin = 2;
    constexpr std::int64_t deadline = 6;
    if (policy == fifo || policy == round_robin || policy == deadline) {
        return 24;
    }
    if (nice == 0) {
        return 8;
    }
    if (nice > 0) {
        return nice < 10 ? 6 : 4;
    }
    return nice >= -10 ? 10 : 13;
}

/// Windows' number for the state of a thread: 2 for one that runs or could, 4 for one that has ended, 5 for
/// one that waits, else 7.
[[nodiscard]] constexpr std::int64_t thread_state(char state) noexcept {
    switch (state) {
    case 'R':
        return 2;
    case 'Z':
    case 'X':
        return 4;
    case 'S':
    case 'D':
    case 'I':
    case 'T':
    case 't':
        return 5;
    default:
        return 7;
    }
}

/// The number that the kernel gave last to a process or thread: the last one of /proc/loadavg, or `unread`.
[[nodiscard]] std::int64_t parse_newest_task(std::string_view text);

/// The threads of the system: behind the slash in /proc/loadavg, or `unread`.
[[nodiscard]] std::int64_t parse_thread_count(std::string_view text);

} // namespace pdh_shim::source::linux
