// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/group/job_text.h"

#include <doctest/doctest.h>

#include <string_view>

using pdh_shim::source::linux::is_group_file;

TEST_CASE("the kernel's files of a group are known by the names of their controllers") {
    for (const std::string_view name : {"cgroup.procs", "cpu.stat", "memory.max", "hugetlb.2MB.max"}) {
        CHECK(is_group_file(name));
    }
    for (const std::string_view name : {"ssh.service", "docker", "cpu", "tasks", "memory_hog"}) {
        CHECK_FALSE(is_group_file(name));
    }
}
