// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_rows.h"
#include "source/linux/parts.h"

namespace pdh_shim::source::linux {
namespace {

Needs find_block_devices(FileSystem& files, Needs /*wanted*/) {
    return files.info("/sys/block") ? needs::block_devices : 0;
}

class PhysicalDisk final : public Sampler {
  public:
    explicit PhysicalDisk(const Parts& parts) : disks_(parts.disks()) {}

    void write(RowWriter& rows) const override;

  private:
    const DiskState& disks_;
};

void PhysicalDisk::write(RowWriter& rows) const {
    if (!disks_.devices_readable()) {
        rows.fail();
        return;
    }
    for (const BlockDevice* device : disks_.devices().listed()) {
        if (device->physical && !rows.only_total()) {
            rows.add(
                device->drives.empty() ? device->name16 : device->drives, device->unique_id(), device->now);
        }
    }
    rows.add(total_name, model::no_unique_id, disks_.physical_total());
}

} // namespace

constexpr Subject objects::physical_disk{
    .object{u"PhysicalDisk", 234, model::Instances::multi, {diskstats_file, needs::block_devices}, {},
        u"% Disk Time",
        u"The disks of the machine, each by a number and the name of its device, and all of them together.",
        disk_rows},
    .find = find_block_devices,
    .open = open<PhysicalDisk>};

} // namespace pdh_shim::source::linux
