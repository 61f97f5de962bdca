// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "base/platform.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/process/process_files.h"
#include "source/linux/process/process_list.h"
#include "source/linux/process/process_names.h"
#include "source/linux/process/process_text.h"
#include "source/linux/process/run_times.h"
#include "source/linux/process/watched_process.h"

#include <boost/noncopyable.hpp>

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

/// ObjectTable::find for processes: some kernels do not count their I/O.
[[nodiscard]] Inputs find_process_sources(FileSystem& files, Inputs wanted);

struct ProcessInput {
    std::int64_t time_100ns;
    std::int64_t wall_ahead; ///< how far the wall clock is ahead of time_100ns
    std::int64_t boot_time;  ///< or `unread`
    std::int64_t idle_time;  ///< of all CPUs together, or `unread`
    std::int64_t cpus;
    Inputs inputs;
};

/// The functions that say of processes what their files do not.
struct ProcessCalls {
    AskRunTime run_time = platform::run_time;
    ListWindowsProcesses windows = platform::windows_processes;
    bool seeks_new = platform::serves_windows_programs(); ///< see ProcessList, ProcessFiles and RunTimes
};

/// The processes as Process and Process V2 show them, for one session: which there are, their values, and the
/// total.
class ProcessState : boost::noncopyable {
  public:
    ProcessState(KernelFiles& files, KernelUnits units, ProcessCalls calls = {});

    /// Takes a sample: counts the processes, and reads them if that is needed.
    void update(const ProcessInput& input);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// `with_id`: named `name:id`, as the instances of Process V2 are.
    void write(model::InstanceWriter& instances, bool with_id) const;

    /// Calls `visit` with the name, the number and the run time (RunTimes::of()) of each process, in the
    /// order of the instances. A name stays valid until the next sample.
    template <class Visit>
    void for_each(Visit visit) const {
        for (const WatchedProcess* process : order_) {
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
    /// How many threads they have, or `unread`: only with inputs::process_details.
    [[nodiscard]] std::int64_t thread_count() const noexcept;

  private:
    /// How the line of a process, /proc/PID/stat, was read; `denied` if it cannot be read although the
    /// process is there, `none` if the process is gone.
    enum class LineResult : std::uint8_t { read, denied, none };

    [[nodiscard]] bool list(const ProcessInput& input);
    void undo() noexcept;
    void match();
    [[nodiscard]] WatchedProcesses make_strangers() const;
    void read_processes(const ProcessInput& input);
    void forget_gone();
    void look_at_parent_of(const WatchedProcess& ended);
    [[nodiscard]] bool read(WatchedProcess& process, const ProcessInput& input);
    [[nodiscard]] LineResult read_line(WatchedProcess& process, const ProcessInput& input);
    void keep_times(WatchedProcess& process, const ProcessInput& input);
    void take(WatchedProcess& process, const ProcessStat& stat, const ProcessInput& input);
    [[nodiscard]] std::int64_t start_time(const WatchedProcess& process, const ProcessInput& input) const;
    void put_in_order();
    void add_to_total(const WatchedProcess& process) noexcept;
    void sum_up(const ProcessInput& input);
    void set_idle(const ProcessInput& input);

    KernelUnits units_;
    RunTimes run_times_;
    ProcessFiles process_files_;
    ProcessNames names_;
    ProcessList list_;
    std::vector<std::int64_t> ids_;
    std::int64_t count_ = unread;
    WatchedProcesses processes_;               // by id
    WatchedProcesses earlier_;                 // memory for match()
    std::size_t begun_ = 0;                    // how many of them this sample has changed, the first ones
    std::vector<const WatchedProcess*> order_; // by start
    bool changed_ = true;
    bool readable_ = false;
    bool sampled_ = false;
    std::int64_t time_ = 0; // of the last sample
    ProcessValues idle_{};
    ProcessGrowth idle_before_{};
    RunningTotal<ProcessField::count, ProcessField::growing_count> total_;
    ProcessValues total_values_{};
    EndedProcesses ended_;
};

} // namespace pdh_shim::source::linux
