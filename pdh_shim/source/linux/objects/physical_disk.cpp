#include "source/linux/objects/disk_rows.h"
#include "source/linux/parts.h"

namespace pdh_shim::source::linux {
namespace {

Needs find_block_devices(FileSystem& files, Needs /*wanted*/) {
    return files.info("/sys/block") ? needs::block_devices : 0;
}

class PhysicalDisk final : public Sampler {
  public:
    explicit PhysicalDisk(const Parts& parts) : disks_(parts.disks()) {}

    void write(RowWriter& rows) const override { disks_.write_physical(rows); }

  private:
    const DiskState& disks_;
};

} // namespace

constexpr Subject objects::physical_disk{
    .object{u"PhysicalDisk", 234, model::Instances::multi, {diskstats_file, needs::block_devices}, {},
        u"% Disk Time",
        u"The disks of the machine, each by a number and the name of its device, and all of them together.",
        disk_rows},
    .find = find_block_devices,
    .open = open<PhysicalDisk>};

} // namespace pdh_shim::source::linux
