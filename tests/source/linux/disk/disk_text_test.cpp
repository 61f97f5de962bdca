// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_text.h"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;

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

TEST_CASE("the lines of mountinfo are read, with any number of optional fields") {
    std::vector<MountLine> mounts;
    parse_mounts("27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n"
                 "36 27 0:33 /@home /home/my\\040dir rw shared:7 master:1 - btrfs /dev/mapper/x rw\n"
                 "37 27 8:1 / /cut rw\n",
        mounts);
    REQUIRE(mounts.size() == 2);
    CHECK(mounts[0].major == 254);
    CHECK(mounts[0].minor == 0);
    CHECK(mounts[0].root == "/");
    CHECK(mounts[0].point == "/");
    CHECK(mounts[0].type == "ext4");
    CHECK(mounts[1].root == "/@home");
    CHECK(mounts[1].point == "/home/my\\040dir");
    CHECK(mounts[1].source == "/dev/mapper/x");
}

TEST_CASE("the lines of /proc/mounts will do in place of mountinfo") {
    std::vector<MountLine> mounts;
    parse_mounts("/dev/sda1 /boot ext4 rw,relatime 0 0\n", mounts);
    REQUIRE(mounts.size() == 1);
    CHECK(mounts[0].source == "/dev/sda1");
    CHECK(mounts[0].point == "/boot");
    CHECK(mounts[0].type == "ext4");
    CHECK(mounts[0].major == 0);
}

TEST_CASE("mount points with blanks are unescaped") {
    CHECK(unescaped("/mnt/my\\040disk") == "/mnt/my disk");
    CHECK(unescaped("a\\011b\\012c\\134d") == "a\tb\nc\\d");
    CHECK(unescaped("\\04") == "\\04");
    CHECK(unescaped("\\048\\") == "\\048\\");
    CHECK(unescaped("\\777") == "\xFF");
}

TEST_CASE("paths whose instances would be the same have others") {
    CHECK(distinct_path_instance("/a/b") == "a_b");
    CHECK(distinct_path_instance("/a_b") == "a__b");
    CHECK(distinct_path_instance("/a/b_c") == "a_b__c");
    CHECK(distinct_path_instance("/") == "root");
}

TEST_CASE("a file system that is not known to be local may have to wait for others") {
    for (const std::string_view type : {"nfs", "nfs4", "cifs", "fuse", "fuse.sshfs", "fuseblk", "9p", "ceph",
             "gfs2", "ocfs2", "autofs", "virtiofs", "vboxsf", "a type of tomorrow", ""}) {
        CAPTURE(type);
        CHECK_FALSE(is_local_type(type));
    }
    for (const std::string_view type : {"ext4", "xfs", "btrfs", "vfat", "ntfs3", "tmpfs", "overlay", "zfs"}) {
        CAPTURE(type);
        CHECK(is_local_type(type));
    }
}

TEST_CASE("a mapped file has a path, and the hexadecimal number of its device") {
    const auto file = parse_mapped_file("7f1c-7f1d r-xp 00026000 fd:1a 1234    /usr/lib/my lib.so (deleted)");
    REQUIRE(file);
    CHECK(file->major == 0xFD);
    CHECK(file->minor == 0x1A);
    CHECK(file->path == "/usr/lib/my lib.so (deleted)");
    for (const std::string_view line : {"", "7f1c-7f1d rw-p 00000000 00:00 0",
             "7f1c-7f1d rw-p 00000000 00:00 0 [stack]", "7f1c-7f1d r-xp 00026000 fd1a 1234 /a",
             "7f1c-7f1d r-xp 00026000 fd:xx 1234 /a", "7f1c-7f1d r-xp 00026000 100000000:1 1234 /a",
             "7f1c-7f1d r-xp 00026000 08:01 x /a", "7f1c-7f1d r-xp 00026000 : 1 /a"}) {
        CAPTURE(line);
        CHECK_FALSE(parse_mapped_file(line));
    }
}
