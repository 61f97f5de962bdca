// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "child_process.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <thread>

using pdh_shim::fork_epoch;
using pdh_shim::test::status_of_child;

TEST_CASE("the epoch of a process stays, and all its threads see it") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(epoch != 0);
    std::uint32_t seen = 0;
    std::thread([&] { seen = fork_epoch(); }).join();
    CHECK(seen == epoch);
    CHECK(status_of_child([] { return true; }) == 0);
    CHECK(fork_epoch() == epoch);
}

TEST_CASE("a child of fork() has a larger epoch, and its child a larger one still") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(status_of_child([&] {
        const std::uint32_t own = fork_epoch();
        return own > epoch && own == fork_epoch() && status_of_child([&] { return fork_epoch() > own; }) == 0;
    }) == 0);
}

TEST_CASE("a grandchild whose parent never asked for its epoch has one of its own") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(status_of_child([&] { return status_of_child([&] { return fork_epoch() > epoch; }) == 0; }) == 0);
}
