// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_rows.h"
#include "source/linux/kernel/performance_object.h"

namespace pdh_shim::source::linux {
namespace {

Needs find_block_devices(FileSystem& files, Needs /*wanted*/) {
    return files.info("/sys/block") ? needs::block_devices : 0;
}

void write_disks(const Shown& shown, InstanceWriter& instances) {
    const BlockDevices& disks = shown.disks;
    if (!disks.readable()) {
        instances.fail();
        return;
    }
    for (const BlockDevice* device : disks.listed()) {
        if (device->physical && !instances.only_total()) {
            instances.add(
                device->drives.empty() ? device->name16 : device->drives, device->unique_id(), device->now);
        }
    }
    instances.add(total_name, model::no_unique_id, disks.total());
}

} // namespace

constexpr ObjectTable objects::physical_disk{u"PhysicalDisk", 234, model::Instances::multi,
    {diskstats_file, needs::block_devices}, {}, u"% Disk Time",
    u"The disks of the machine, each by a number and the name of its device, and all of them together.",
    disk_rows, find_block_devices, write_disks};

} // namespace pdh_shim::source::linux
