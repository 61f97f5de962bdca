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

using calc::remember;
using calc::RunningTotal;
using calc::Summing;

struct DiskInput {
    std::optional<std::string_view> diskstats;
    std::optional<std::string_view> mounts;
    std::int64_t time_100ns;
    std::int64_t boot; ///< on the same clock; `unread` if it was not read
    Needs needs;
};

/// The disks as one session sees them.
class DiskState {
  public:
    DiskState(KernelFiles& files, DiskNumbers& numbers, SpaceProbes& probes, ListWindowsDrives list_drives);

    /// Volumes::look_for_drives().
    [[nodiscard]] Needs look_for_drives(std::int64_t time_100ns) {
        return volumes_.look_for_drives(time_100ns);
    }
    /// Takes a sample.
    void update(const DiskInput& input);
    /// Closes the open files. The next sample opens them again.
    void close_files() { devices_.close_files(); }

    /// Whether the devices could be read, and whether the mounts could, too.
    [[nodiscard]] bool devices_readable() const noexcept { return devices_readable_; }
    [[nodiscard]] bool mounts_readable() const noexcept { return mounts_readable_; }

    [[nodiscard]] const BlockDevices& devices() const noexcept { return devices_; }
    [[nodiscard]] const Volumes& volumes() const noexcept { return volumes_; }
    [[nodiscard]] DiskValues values_of(const Volume& volume) const noexcept;
    [[nodiscard]] const DiskValues& physical_total() const noexcept { return physical_values_; }
    [[nodiscard]] const DiskValues& logical_total() const noexcept { return logical_values_; }

  private:
    void sum_up();

    BlockDevices devices_;
    Volumes volumes_;
    bool devices_readable_ = false;
    bool mounts_readable_ = false;
    std::int64_t time_ = 0;
    std::int64_t boot_ = unread; // as it was first read: idle time must not leap
    RunningTotal<DiskField::count> physical_total_;
    RunningTotal<DiskField::count> logical_total_;
    DiskValues physical_values_{};
    DiskValues logical_values_{};
};

} // namespace pdh_shim::source::linux
