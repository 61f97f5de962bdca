// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/logical_disks.h"

#include "base/scope_guard.h"

#include <utility>

namespace pdh_shim::source::linux {

LogicalDisks::LogicalDisks(
    KernelFiles& files, BlockDevices& devices, SpaceProbes& probes, ListWindowsDrives list_drives)
    : devices_(devices), volumes_(files, devices, probes, std::move(list_drives)), total_(disk_rules) {
    total_values_.fill(unread);
}

void LogicalDisks::update(const DiskInput& input) {
    time_ = input.time_100ns;
    boot_ = boot_ == unread ? input.boot : boot_;
    mounts_readable_ = input.diskstats && input.mounts;
    if (!input.diskstats) {
        devices_.fail();
        return;
    }
    const auto has_volume = [this](const BlockDevice& device) { return volumes_.lie_on(device); };
    ScopeGuard unfinished([this] { devices_.undo(); });
    devices_.list(*input.diskstats, has_volume);
    if (input.mounts) {
        volumes_.find(*input.mounts);
    }
    if ((input.needs & needs::space) != 0) {
        volumes_.measure_space();
    }
    devices_.take(time_, boot_, has_volume);
    unfinished.dismiss(); // nothing after it allocates memory
    sum_up();
}

DiskValues LogicalDisks::values_of(const Volume& volume) const noexcept {
    DiskValues values{};
    if (volume.device != nullptr) {
        values = volume.device->now;
    } else {
        values.fill(unread);
        values[DiskField::time] = time_;
    }
    values[DiskField::free_megabytes] = volume.free_megabytes;
    values[DiskField::megabytes] = volume.megabytes;
    return values;
}

void LogicalDisks::sum_up() {
    total_.begin();
    for (const Volume& volume : volumes_.all()) {
        if (volume.is_shown() && !volume.is_layer) {
            const bool is_lasting = volume.device != nullptr && volume.device->lasting;
            total_.add(values_of(volume), is_lasting ? &volume.device->before : nullptr);
        }
    }
    total_values_ = total_.end();
    total_values_[DiskField::time] = time_;
}

} // namespace pdh_shim::source::linux
