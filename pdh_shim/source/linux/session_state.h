// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "source/linux/disk/block_devices.h"
#include "source/linux/gpu/gpu_state.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/linux_source.h"
#include "source/linux/network/network_state.h"
#include "source/linux/process/process_list.h"
#include "source/linux/process/process_state.h"
#include "source/linux/processor/cpu_state.h"
#include "source/linux/processor/cpu_text.h"
#include "source/linux/volume/logical_disks.h"
#include "source/linux/volume/space_probes.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

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

/// What the objects of one session are made from. Each member takes one sample in a collect, before the
/// samplers of the objects take theirs.
class SessionState : boost::noncopyable {
  public:
    explicit SessionState(SourceState& source);

    /// Looks for what decides on the files of a collect.
    /// @return what it needs besides `needed`
    [[nodiscard]] Inputs prepare(const Instant& now, Inputs needed);
    void sample(const Collect& collect);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// @param texts those that this session collects
    [[nodiscard]] Shown shown(const CollectedTexts& texts) const noexcept {
        return {*source_.file_system, source_.options.units, texts, stat_, boot_, cpus_, processes_,
            block_devices_, logical_disks_, networks_, gpus_, group_sample_, tasks_};
    }

  private:
    void sample_group(Inputs needed);
    [[nodiscard]] std::int64_t count_threads(const Collect& collect);

    SourceState& source_;
    const Inputs stat_bit_;
    const Inputs loadavg_bit_;
    const Inputs swaps_bit_;
    const Inputs diskstats_bit_;
    const Inputs net_dev_bit_;
    PidNamespace namespace_;
    StatText stat_;
    BootTime boot_;
    CpuState cpus_;
    ProcessState processes_;
    BlockDevices block_devices_;
    LogicalDisks logical_disks_;
    NetworkState networks_;
    GpuState gpus_;
    std::optional<ControlGroup> group_;       // if it is to replace the machine where it has limits
    std::optional<GroupSample> group_sample_; // of the control group that replaces the machine, if one does
    TaskCounts tasks_;                        // of that group, or of those that /proc shows
};

} // namespace pdh_shim::source::linux
