// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/one_record.h"

#include <doctest/doctest.h>

using pdh_shim::platform::is_one_record;

TEST_CASE("files that the kernel makes in one piece are known by their names, and sysfs by its folder") {
    for (const auto* const path : {"/proc/stat", "/proc/17/statm", "/proc/17/schedstat",
             "/proc/17/task/18/stat", "stat", "/sys/class/x", "/root/sys/fs/cgroup/cpu.stat"}) {
        CHECK(is_one_record(path));
    }
    for (const auto* const path :
        {"", "/", "/proc/net/snmp", "/proc/17/maps", "/proc/stat/", "/proc/vmstat", "/system/x"}) {
        CHECK_FALSE(is_one_record(path));
    }
}
