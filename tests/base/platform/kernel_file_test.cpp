// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/kernel_file.h"

#include <doctest/doctest.h>

using pdh_shim::platform::is_one_record;

TEST_CASE("files that the kernel makes in one piece are known by name, sysfs by its folder") {
    for (const auto* const path : {"/proc/stat", "/proc/17/statm", "/proc/17/schedstat",
             "/proc/17/task/18/stat", "stat", "/sys/class/x", "/root/sys/fs/cgroup/cpu.stat"}) {
        CHECK(is_one_record(path));
    }
    for (const auto* const path :
        {"", "/", "/proc/net/snmp", "/proc/17/maps", "/proc/stat/", "/proc/vmstat", "/system/x"}) {
        CHECK_FALSE(is_one_record(path));
    }
}

using pdh_shim::platform::parse_file_limit;

TEST_CASE("the limit of open files is the first number of its line, or is not told") {
    CHECK(parse_file_limit(
              "Limit  Soft Limit  Hard Limit  Units\nMax processes  63   64   processes\n"
              "Max open files            1024                 524288               files\n") == 1024);
    CHECK(parse_file_limit("Max open files 7") == 7);
    CHECK(
        parse_file_limit("Max open files            unlimited            unlimited            files\n") == 0);
    CHECK(parse_file_limit("Max open files   99999999999999999999999   1   files\n") == 0);
    CHECK(parse_file_limit("Max open files") == 0);
    CHECK(parse_file_limit("") == 0);
}
