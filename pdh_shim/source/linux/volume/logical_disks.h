// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/running_total.h"
#include "source/linux/disk/block_devices.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/volume/space_probes.h"
#include "source/linux/volume/volumes.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

struct DiskInput {
    std::optional<std::string_view> diskstats;
    std::optional<std::string_view> mounts;
    std::int64_t time_100ns;
    std::int64_t boot; ///< on the same clock; `unread` if it was not read
    Inputs inputs;
};

/// The mounted file systems and drives as LogicalDisk shows them, for one session. It also has the samples of
/// the devices below them taken, which PhysicalDisk shows: the devices that count depend on what is mounted.
class LogicalDisks {
  public:
    LogicalDisks(
        KernelFiles& files, BlockDevices& devices, SpaceProbes& probes, ListWindowsDrives list_drives);

    /// Volumes::look_for_drives().
    [[nodiscard]] Inputs look_for_drives(std::int64_t time_100ns) {
        return volumes_.look_for_drives(time_100ns);
    }
    /// Takes a sample, of the devices too.
    void update(const DiskInput& input);

    /// Whether the devices and the mounts could be read.
    [[nodiscard]] bool readable() const noexcept { return mounts_readable_; }

    [[nodiscard]] const Volumes& volumes() const noexcept { return volumes_; }
    [[nodiscard]] DiskValues values_of(const Volume& volume) const noexcept;
    [[nodiscard]] const DiskValues& total() const noexcept { return total_values_; }

  private:
    void sum_up();

    BlockDevices& devices_;
    Volumes volumes_;
    bool mounts_readable_ = false;
    std::int64_t time_ = 0;
    std::int64_t boot_ = unread; // as it was first read: idle time must not leap
    RunningTotal<DiskField::count> total_;
    DiskValues total_values_{};
};

} // namespace pdh_shim::source::linux
