// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/kernel/undoable.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

/// Distinguishes a process, or a thread, from a later one of the same number.
[[nodiscard]] constexpr std::int64_t task_id(std::int64_t id, std::int64_t start_ticks) noexcept {
    constexpr unsigned id_bits = 22; // the kernel gives no larger ones
    return static_cast<std::int64_t>(
               (static_cast<std::uint64_t>(start_ticks) << id_bits) ^ static_cast<std::uint64_t>(id)) &
           INT64_MAX;
}

/// The values of a process, which the counters of Process are made from.
struct ProcessField {
    enum Index : std::uint8_t {
        // Those that grow.
        processor_time,
        user_time,
        privileged_time,
        page_faults,
        reaped_user_time, // of children that have ended
        reaped_privileged_time,
        io_reads,
        io_writes,
        io_operations,
        io_read_bytes,
        io_write_bytes,
        io_bytes,
        // States.
        virtual_peak,
        virtual_bytes,
        working_set_peak,
        working_set,
        working_set_private,
        private_bytes,
        threads,
        handles,
        priority,
        start_time,
        id,
        parent,
        count,
        growing_count = virtual_peak
    };
};
using ProcessValues = std::array<std::int64_t, ProcessField::count>;
using ProcessGrowth = std::array<std::int64_t, ProcessField::growing_count>;

/// What changes of a process from sample to sample.
struct ProcessSample {
    std::int64_t start_ticks = -1;
    bool known = false;    // read at least once
    bool lasting = false;  // was in the last sample
    bool born = false;     // was started after the last sample
    bool replaced = false; // another process had its number in the last sample
    ProcessGrowth last{};  // the newest values that could be read
};

/// A process that a session has seen: its values, its names, and its open files.
struct WatchedProcess : Undoable<ProcessSample> {
    // What each sample uses lies side by side.
    ProcessValues now{};
    std::int64_t id = 0;
    std::int64_t run_time = unread; // when `now` was read, if the times in it can still be used
    std::int64_t parent = 0;        // by the kernel's number
    std::u16string name;
    std::string comm;
    std::string shown; // by the kernel; Windows' functions may know another name
    std::array<std::int64_t, 3> places{};
    KeptFile stat;
    bool gone = false;
    bool rests = false; // it has one thread, which had not run when its line was read
    bool ended = false; // but for its parent, which has not asked yet
    bool cut = false;   // the kernel may have cut the name, and the command line does not complete it
    bool named = false; // since Windows' functions were last asked, or there was no reason to
    std::optional<bool> runs_windows_program; // if its memory was looked at
    bool hides_memory = false;                // it may not be looked at
    std::string living_thread; // "/task/ID" of one that shows the memory when the first one has ended
    KeptFile schedule;
    KeptFile memory;
    KeptFile status;
    KeptFile io;
    std::u16string name_with_id;
    std::int64_t windows_id = unread; // by what Windows' functions know it, if they do
    std::int64_t windows_parent = unread;
};

/// By their numbers.
using WatchedProcesses = std::vector<std::unique_ptr<WatchedProcess>>;

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
