// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "memory_files.h"
#include "source/linux/disk/block_devices.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using pdh_shim::test::MemoryFiles;

namespace {

constexpr std::int64_t disk_second = 10'000'000;

/// A line of /proc/diskstats.
std::string disk_line(
    const std::string& number, const std::string& name, int reads, std::int64_t busy_ms = 0) {
    return number + " " + name + " " + std::to_string(reads) + " 0 0 0 0 0 0 0 0 " + std::to_string(busy_ms) +
           " 0\n";
}

/// Block devices of files in memory, of which only disks are used.
struct DeviceScene {
    DeviceScene() {
        files.make_folder("/sys/block/sda");
        files.make_folder("/sys/block/sda/sda1");
        files.make_folder("/sys/block/sdb");
    }
    /// Takes a sample. The machine was started at 0.
    void sample(const std::string& diskstats, std::int64_t time) {
        const auto is_used = [](const BlockDevice& /*device*/) { return false; };
        devices.list(diskstats, is_used);
        devices.take(time, 0, is_used);
    }

    MemoryFiles files;
    KernelFiles kernel_files{files, false};
    DiskNumbers numbers;
    BlockDevices devices{kernel_files, numbers};
};

} // namespace

TEST_CASE("a device is found by its numbers while the kernel lists it, and by its name") {
    DeviceScene scene;
    scene.sample(disk_line("8 0", "sda", 1) + disk_line("8 1", "sda1", 1) + disk_line("8 16", "sdb", 1), 1);
    CHECK(scene.devices.listed().size() == 3);
    REQUIRE(scene.devices.numbered(8, 1) != nullptr);
    CHECK(scene.devices.numbered(8, 1)->name == "sda1");
    CHECK(scene.devices.numbered(8, 2) == nullptr);
    CHECK(scene.devices.numbered(9, 1) == nullptr);
    CHECK(scene.devices.named("sd") == nullptr);
    CHECK(scene.devices.named("sdb") == scene.devices.numbered(8, 16));
    scene.sample(disk_line("8 0", "sda", 1), 2);
    CHECK(scene.devices.numbered(8, 16) == nullptr);
    CHECK(scene.devices.named("sdb") == nullptr);
}

TEST_CASE("_Total of disks grows by what whole disks did that were in both samples") {
    DeviceScene scene;
    scene.sample(disk_line("8 0", "sda", 100) + disk_line("8 1", "sda1", 90), disk_second);
    CHECK(scene.devices.total()[DiskField::reads] == 100);
    scene.sample(disk_line("8 0", "sda", 103) + disk_line("8 16", "sdb", 7000), 2 * disk_second);
    CHECK(scene.devices.total()[DiskField::reads] == 103);
    scene.sample(disk_line("8 0", "sda", 104) + disk_line("8 16", "sdb", 7001), 3 * disk_second);
    CHECK(scene.devices.total()[DiskField::reads] == 105);
    CHECK(scene.devices.total()[DiskField::time] == 3 * disk_second);
}

TEST_CASE("idle time of a disk stands still when its busy time runs ahead of the clock") {
    DeviceScene scene;
    scene.sample(disk_line("8 0", "sda", 1, 400), disk_second);
    const BlockDevice& disk = *scene.devices.named("sda");
    CHECK(disk.now[DiskField::idle_share] == disk_second * 6 / 10);
    scene.sample(disk_line("8 0", "sda", 1, 1402), 2 * disk_second);
    CHECK(disk.now[DiskField::idle_share] == disk_second * 6 / 10);
    scene.sample(disk_line("8 0", "sda", 1, 1402), 3 * disk_second);
    CHECK(disk.now[DiskField::idle_share] == disk_second * 3 - disk_second * 1402 / 1000);
}

TEST_CASE("a sample that is undone leaves what the one before it had") {
    DeviceScene scene;
    scene.sample(disk_line("8 0", "sda", 100), disk_second);
    const BlockDevice& disk = *scene.devices.named("sda");
    const std::int64_t id = disk.unique_id();
    scene.sample(disk_line("8 64", "sda", 5000), 2 * disk_second);
    CHECK(disk.now[DiskField::reads] == 5000);
    CHECK(disk.unique_id() != id);
    scene.devices.undo();
    CHECK(disk.now[DiskField::reads] == 100);
    CHECK(disk.unique_id() == id);
}

TEST_CASE("a drive names each disk below its device once, through partitions and layers") {
    DeviceScene scene;
    for (const std::string layer : {"dm-0/slaves", "dm-0/slaves/sda1", "dm-0/slaves/sdb", "dm-1/slaves",
             "dm-1/slaves/dm-1"}) { // the last one is a circle, which ends too
        scene.files.make_folder("/sys/block/" + layer);
    }
    scene.sample(disk_line("8 0", "sda", 1) + disk_line("8 1", "sda1", 1) + disk_line("8 16", "sdb", 1) +
                     disk_line("253 0", "dm-0", 1) + disk_line("253 1", "dm-1", 1),
        1);
    scene.devices.add_drive("dm-0", u"C:");
    scene.devices.add_drive("dm-0", u"C:");
    scene.devices.add_drive("sda1", u"D:");
    scene.devices.add_drive("dm-1", u"E:");
    scene.devices.add_drive("missing", u"F:");
    CHECK(scene.devices.named("sda")->drives == u"0 C: D:");
    CHECK(scene.devices.named("sdb")->drives == u"1 C:");
    CHECK(scene.devices.named("dm-1")->drives.empty());
    scene.devices.forget_drives();
    CHECK(scene.devices.named("sda")->drives.empty());
}

TEST_CASE("unreadable devices keep their last sample, and are not readable") {
    DeviceScene scene;
    CHECK_FALSE(scene.devices.readable());
    scene.sample(disk_line("8 0", "sda", 1), 1);
    CHECK(scene.devices.readable());
    scene.devices.fail();
    CHECK_FALSE(scene.devices.readable());
    CHECK(scene.devices.named("sda") != nullptr);
    scene.sample(disk_line("8 0", "sda", 1), 2);
    CHECK(scene.devices.readable());
}

TEST_CASE("disk numbers are given in the order of appearance, once to a name") {
    DiskNumbers numbers;
    CHECK(numbers.number_of("sda") == 0);
    CHECK(numbers.number_of("vda") == 1);
    CHECK(numbers.number_of("sda") == 0);
    CHECK(numbers.number_of("sdb") == 2);
}

TEST_CASE("the lines of /proc/diskstats are read, of old and new kernels") {
    std::vector<DiskLine> disks;
    parse_diskstats("   8       0 sda 1 2 3 4 5 6 7 8 9 10 11\n"
                    " 259       5 nvme0n1p1 51768 9460 3373962 10914 25277 8888 2391280 5685 0 6656 16823 "
                    "4109 33 163688 201 623 22\n"
                    "   8       1 sda1 1 2 3 4\n"
                    " 104       0 cciss/c0d0 1 1 1 1 1 1 1 1 1 1 1",
        disks);
    REQUIRE(disks.size() == 3);
    CHECK(disks[0].name == "sda");
    CHECK(disks[0].counts == DiskCounts{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    CHECK(disks[1].major == 259);
    CHECK(disks[1].minor == 5);
    CHECK(disks[1].counts[DiskCount::weighted_ms] == 16823);
    CHECK(disks[2].name == "cciss/c0d0");
}

TEST_CASE("a queue whose length the kernel reports below zero is empty") {
    std::vector<DiskLine> disks;
    parse_diskstats("8 0 sda 1 2 3 4 5 6 7 8 -1 10 11\n", disks);
    REQUIRE(disks.size() == 1);
    CHECK(disks[0].counts[DiskCount::in_flight] == 0);
}
