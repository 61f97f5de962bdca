// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_objects.h"

namespace pdh_shim::source::linux {
namespace {

Needs find_block_devices(FileSystem& files, Needs /*wanted*/) {
    return files.info("/sys/block") ? needs::block_devices : 0;
}

class PhysicalDisk final : public Sampler {
  public:
    explicit PhysicalDisk(const BlockDevices& disks) : disks_(disks) {}

    void write(InstanceWriter& instances) const override;

  private:
    const BlockDevices& disks_;
};

void PhysicalDisk::write(InstanceWriter& instances) const {
    if (!disks_.readable()) {
        instances.fail();
        return;
    }
    for (const BlockDevice* device : disks_.listed()) {
        if (device->physical && !instances.only_total()) {
            instances.add(
                device->drives.empty() ? device->name16 : device->drives, device->unique_id(), device->now);
        }
    }
    instances.add(total_name, model::no_unique_id, disks_.total());
}

} // namespace

constexpr PerformanceObject<const BlockDevices> objects::physical_disk{
    .table{u"PhysicalDisk", 234, model::Instances::multi, {diskstats_file, needs::block_devices}, {},
        u"% Disk Time",
        u"The disks of the machine, each by a number and the name of its device, and all of them together.",
        disk_rows, find_block_devices},
    .open = open<PhysicalDisk>};

} // namespace pdh_shim::source::linux
