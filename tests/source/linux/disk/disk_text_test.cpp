// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_text.h"

#include <doctest/doctest.h>

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
