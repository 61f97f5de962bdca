// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/mounts.h"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;

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
