// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "base/platform.h"
#include "calc/running_total.h"
#include "source/linux/kernel/instance_writer.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/undoable.h"
#include "source/linux/process/process_list.h"
#include "source/linux/process/process_text.h"
#include "source/linux/process/run_times.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

using calc::remember;
using calc::RunningTotal;
using calc::Summing;

/// Distinguishes a process, or a thread, from a later one of the same number.
[[nodiscard]] constexpr std::int64_t task_id(std::int64_t id, std::int64_t start_ticks) noexcept {
    constexpr unsigned id_bits = 22; // the kernel gives no larger ones
    return static_cast<std::int64_t>(
               (static_cast<std::uint64_t>(start_ticks) << id_bits) ^ static_cast<std::uint64_t>(id)) &
           INT64_MAX;
}

/// ObjectTable::find for processes: some kernels do not count their I/O.
[[nodiscard]] Needs find_process_sources(FileSystem& files, Needs wanted);

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

struct ProcessInput {
    std::int64_t time_100ns;
    std::int64_t wall_ahead; ///< how far the wall clock is ahead of time_100ns
    std::int64_t boot_time;  ///< or `unread`
    std::int64_t idle_time;  ///< of all CPUs together, or `unread`
    std::int64_t cpus;
    Needs needs;
};

/// Lists the processes of Windows' functions (platform::windows_processes).
using ListWindowsProcesses = std::function<std::vector<platform::WindowsProcess>()>;
/// Lists their numbers alone (platform::windows_process_ids).
using ListWindowsIds = std::function<std::vector<std::int64_t>()>;

/// What the system tells of processes beside their files.
struct ProcessCalls {
    AskRunTime run_time = platform::run_time;
    ListWindowsProcesses windows = platform::windows_processes;
    ListWindowsIds windows_ids = platform::windows_process_ids;
    bool seeks_new = platform::serves_windows_programs(); ///< see ProcessList
};

/// The processes as one session sees them.
class ProcessState {
  public:
    ProcessState(KernelFiles& files, KernelUnits units, ProcessCalls calls = {});

    /// Takes a sample: counts the processes, and reads them if that is needed.
    void update(const ProcessInput& input);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// `with_id`: named `name:id`, as the instances of Process V2 are.
    void write(InstanceWriter& instances, bool with_id) const;

    /// Calls `visit` with the name, the number and the run time (RunTimes::of()) of each process, in the
    /// order of the instances. A name stays valid until the next sample.
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Process* process : order_) {
            const bool is_known = process->run_time != unread;
            visit(std::u16string_view(process->name), process->id,
                is_known ? process->run_time : run_times_.of(process->id));
        }
    }
    /// Whether the last sample could be taken.
    [[nodiscard]] bool readable() const noexcept { return readable_; }
    /// Whether there are processes that may not be read: they are no instances.
    [[nodiscard]] bool has_denied() const noexcept { return order_.size() != processes_.size(); }

    /// How many there are, or `unread`.
    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    /// How many threads they have, or `unread`: only with needs::process_details.
    [[nodiscard]] std::int64_t thread_count() const noexcept;

  private:
    struct ProcessSample {
        std::int64_t start_ticks = -1;
        bool known = false;    // read at least once
        bool lasting = false;  // was in the last sample
        bool born = false;     // was started after the last sample
        bool replaced = false; // another process had its number in the last sample
        ProcessGrowth last{};  // the newest values that could be read
    };
    struct Process : Undoable<ProcessSample> {
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
        bool ended = false; // but for its parent, which has not asked yet
        bool cut = false;   // the kernel may have cut the name, and the command line does not complete it
        std::optional<bool> runs_windows_program; // if its memory was looked at
        std::string living_thread; // "/task/ID" of one that tells the memory when the first one has ended
        KeptFile memory;
        KeptFile status;
        KeptFile io;
        std::u16string name_with_id;
        std::int64_t windows_id = unread; // by what Windows' functions know it, if they do
        std::int64_t windows_parent = unread;
    };
    using Processes = std::vector<std::unique_ptr<Process>>;
    /// How the line of a process, /proc/PID/stat, was read; `denied` if it cannot be read although the
    /// process is there, `none` if the process is gone.
    enum class Line : std::uint8_t { read, denied, none };
    /// Processor time.
    struct Times {
        std::int64_t user = 0;
        std::int64_t privileged = 0;
    };

    [[nodiscard]] bool list(const ProcessInput& input);
    void undo() noexcept;
    void match();
    [[nodiscard]] Processes make_strangers() const;
    void read_processes(FileReader& proc, const ProcessInput& input);
    void forget_gone();
    void look_at_parent_of(const Process& ended);
    [[nodiscard]] bool read(FileReader& proc, Process& process, const ProcessInput& input);
    [[nodiscard]] Line read_line(FileReader& proc, Process& process, const ProcessInput& input);
    void keep_times(Process& process, const ProcessInput& input);
    void take(Process& process, const ProcessStat& stat, const ProcessInput& input);
    [[nodiscard]] std::int64_t start_time(const Process& process, const ProcessInput& input) const;
    [[nodiscard]] std::int64_t find_living_thread(Process& process, const ProcessStat& stat);
    [[nodiscard]] static bool may_have_executed(const Process& process, const ProcessStat& stat);
    void name(Process& process, const ProcessStat& stat);
    static void name_with(Process& process, std::int64_t id);
    static void take(Process& process, const platform::WindowsProcess& known);
    void forget_windows(Process& process) noexcept;
    void number(const ProcessInput& input);
    [[nodiscard]] bool windows_changed() const;
    void match_windows(std::int64_t wall_ahead);
    void find_self(std::span<const platform::WindowsProcess> windows);
    [[nodiscard]] bool runs_windows_program(Process& process);
    [[nodiscard]] bool has_young_stranger(std::int64_t time_100ns) const;
    [[nodiscard]] FileResult<std::string_view> read_file(
        FileReader& proc, const Process& process, KeptFile& kept, std::string_view file);
    [[nodiscard]] bool is_there(const Process& process);
    [[nodiscard]] bool read_files(FileReader& proc, Process& process, Needs needed);
    [[nodiscard]] bool read_memory(FileReader& proc, Process& process);
    [[nodiscard]] bool read_status(FileReader& proc, Process& process);
    [[nodiscard]] bool read_io(FileReader& proc, Process& process);
    [[nodiscard]] bool read_handles(Process& process);
    [[nodiscard]] bool count_entries(Process& process);
    [[nodiscard]] const std::string& path(
        const Process& process, std::string_view file, std::string_view folder = "/proc/");
    void put_in_order();
    static void count_as_ended(const ProcessGrowth& last, Times& ended) noexcept;
    static void add_reaped(const Process& process, Times& reaped) noexcept;
    [[nodiscard]] ProcessValues times_of_ended() noexcept;
    void add_to_total(const Process& process) noexcept;
    void sum_up(const ProcessInput& input);
    void set_idle(const ProcessInput& input);

    KernelFiles& files_;
    KernelUnits units_;
    RunTimes run_times_;
    ListWindowsProcesses windows_;
    ListWindowsIds windows_ids_;
    bool numbers_stale_ = true;              // a process appeared or executed another program
    bool has_windows_ = false;               // some processes are programs of Windows
    bool windows_incomplete_ = true;         // not all that were listed have a process of the kernel
    std::vector<std::int64_t> windows_seen_; // the numbers that were listed
    std::int64_t own_id_ = unread;           // of this process, by the kernel's number
    ProcessList list_;
    std::vector<std::int64_t> ids_;
    std::int64_t count_ = unread;
    Processes processes_;               // by id
    Processes earlier_;                 // memory for match()
    std::size_t begun_ = 0;             // how many of them this sample has changed, the first ones
    std::vector<const Process*> order_; // by start
    bool changed_ = true;
    bool readable_ = false;
    bool sampled_ = false;
    std::int64_t time_ = 0;                  // of the last sample
    std::optional<bool> folder_size_counts_; // st_size of a process's fd folder is the number of its entries
    ProcessValues idle_{};
    ProcessGrowth idle_before_{};
    RunningTotal<ProcessField::count, ProcessField::growing_count> total_;
    ProcessValues total_values_{};
    Times reaped_;   // what the children of processes used that those have asked about in this sample
    Times replaced_; // what processes used whose number another one has in this sample
    Times ended_;    // what those used until the last sample that have ended since then
    std::string path_;
    FileBuffer buffer_;
    FileBuffer name_buffer_;
};

} // namespace pdh_shim::source::linux
