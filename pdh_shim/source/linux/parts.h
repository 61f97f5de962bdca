// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "source/linux/gpu/gpu_state.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/linux_source.h"
#include "source/linux/network/network_state.h"
#include "source/linux/process/pid_namespace.h"
#include "source/linux/process/process_state.h"
#include "source/linux/processor/cpu_state.h"
#include "source/linux/processor/cpu_text.h"
#include "source/linux/volume/disk_state.h"
#include "source/linux/volume/space_probes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

/// What all sessions of a source share.
struct SourceState {
    SourceState(std::shared_ptr<FileSystem> system, Clock& source_clock, const LinuxOptions& source_options)
        : file_system(std::move(system)), files(*file_system, source_options.foreign_root),
          clock(source_clock), options(source_options), probes(file_system, options.probes),
          nvml(options.nvml) {}

    std::shared_ptr<FileSystem> file_system;
    KernelFiles files;
    Clock& clock;
    LinuxOptions options;
    DiskNumbers disk_numbers;
    SpaceProbes probes;
    NvmlShare nvml;
};

/// One collect: its time, and the system-wide files that it needs.
struct Collect {
    Instant now;
    Needs needed; ///< of all objects, but for their own bits
    const KernelTexts& texts;

    /// Empty if it was not needed or cannot be read.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view path) const noexcept {
        return texts.get(path);
    }
};

/// What a collect has of the control group that replaces the machine.
struct GroupSample {
    MemoryLimit memory;
    CpuLimit cpu;
    SwapLimit swap;   ///< if /proc/swaps is needed
    TaskCounts tasks; ///< if processes or threads are counted
};

/// What more than one object of a session is made from. Each part takes one sample in a collect, before the
/// objects take theirs.
class Parts {
  public:
    explicit Parts(SourceState& source);

    /// Looks for what decides on the files of a collect.
    /// @return what it needs besides `needed`
    [[nodiscard]] Needs prepare(const Instant& now, Needs needed);
    void sample(const Collect& collect);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    [[nodiscard]] KernelFiles& files() noexcept { return source_.files; }
    [[nodiscard]] const KernelUnits& units() const noexcept { return source_.options.units; }
    [[nodiscard]] const StatText& stat() const noexcept { return stat_; }
    [[nodiscard]] const BootTime& boot() const noexcept { return boot_; }
    [[nodiscard]] const CpuState& cpus() const noexcept { return cpus_; }
    [[nodiscard]] const ProcessState& processes() const noexcept { return processes_; }
    [[nodiscard]] const DiskState& disks() const noexcept { return disks_; }
    [[nodiscard]] const NetworkState& networks() const noexcept { return networks_; }
    [[nodiscard]] const GpuState& gpus() const noexcept { return gpus_; }
    /// The control group that replaces the machine, if one does.
    [[nodiscard]] const std::optional<GroupSample>& group() const noexcept { return group_sample_; }
    /// How many there are, or `unread`: of the control group, or of those that /proc shows.
    [[nodiscard]] std::int64_t process_count() const noexcept {
        return group_sample_ ? group_sample_->tasks.processes : processes_.count();
    }
    [[nodiscard]] std::int64_t thread_count() const noexcept {
        return group_sample_ ? group_sample_->tasks.threads : thread_count_;
    }

  private:
    void sample_group(Needs needed);
    [[nodiscard]] std::int64_t count_threads(const Collect& collect);

    SourceState& source_;
    const Needs stat_bit_;
    const Needs loadavg_bit_;
    const Needs swaps_bit_;
    const Needs diskstats_bit_;
    const Needs net_dev_bit_;
    PidNamespace namespace_;
    StatText stat_;
    BootTime boot_;
    CpuState cpus_;
    ProcessState processes_;
    DiskState disks_;
    NetworkState networks_;
    GpuState gpus_;
    std::int64_t thread_count_ = unread;
    std::optional<ControlGroup> group_; // if it is to replace the machine where it has limits
    std::optional<GroupSample> group_sample_;
};

} // namespace pdh_shim::source::linux
