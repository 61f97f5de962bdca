// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/logical_disks.h"

#include "base/scope_guard.h"
#include "source/linux/disk/disk_rows.h"
#include "source/linux/kernel/performance_object.h"

#include <algorithm>
#include <array>
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
    if ((input.inputs & inputs::space) != 0) {
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

namespace {

constexpr auto space_rows = std::to_array<CounterRow>({
    {u"% Free Space", 408, CounterType::perf_raw_fraction, model::Detail::novice, inputs::space,
        DiskField::free_megabytes,
        u"Space of the file system that programs without privileges can still use, in percent.",
        DiskField::megabytes},
    {u"Free Megabytes", 410, CounterType::perf_counter_rawcount, model::Detail::novice, inputs::space,
        DiskField::free_megabytes,
        u"Megabytes of the file system that programs without privileges can still use."},
});

constexpr auto make_logical_rows() {
    std::array<CounterRow, space_rows.size() + disk_rows.size()> rows{};
    auto* const rest = std::copy(space_rows.begin(), space_rows.end(), rows.begin());
    std::copy(disk_rows.begin(), disk_rows.end(), rest);
    return rows;
}

constexpr auto logical_rows = make_logical_rows();

void write_drives(const Shown& shown, InstanceWriter& instances) {
    const LogicalDisks& disks = shown.volumes;
    if (!disks.readable()) {
        instances.fail();
        return;
    }
    for (const Drive& drive : disks.volumes().drives()) {
        const Volume& volume = disks.volumes().all()[drive.volume];
        if (volume.is_shown() && !instances.only_total()) {
            instances.add(drive.name, volume.unique_id(), disks.values_of(volume));
        }
    }
    for (const Volume& volume : disks.volumes().all()) {
        if (!volume.is_drive && volume.is_shown() && !instances.only_total()) {
            instances.add(volume.name, volume.unique_id(), disks.values_of(volume));
        }
    }
    instances.add(total_name, model::no_unique_id, disks.total());
}

} // namespace

constexpr ObjectTable objects::logical_disk{u"LogicalDisk", 236, model::Instances::multi,
    {diskstats_file, mounts_file}, {}, u"% Disk Time",
    u"The partitions and volumes that carry a mounted file system, each by the place where it is mounted "
    u"or "
    u"the letter of its drive.",
    logical_rows, nullptr, write_drives};

} // namespace pdh_shim::source::linux
