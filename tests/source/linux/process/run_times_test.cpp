// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../memory_files.h"
#include "source/linux/process/run_times.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>

using namespace pdh_shim;
using namespace pdh_shim::test;
using source::linux::RunTimes;
using source::linux::unread;

namespace {

constexpr long self = 1000; // MemoryFiles::process_id()

/// The run time of process 7.
std::int64_t asked(MemoryFiles& files, std::optional<std::int64_t> answer) {
    RunTimes times(files, [answer](std::int64_t process) { return process == 7 ? answer : std::nullopt; });
    times.prepare();
    return times.of(7);
}

void set_status(MemoryFiles& files, const std::string& numbers) {
    files.set(
        "/proc/self/status", "Name:\tapp\nPid:\t1000\nNStgid:\t5\nNSpid:\t" + numbers + "\nNSsid:\t1\n");
}

} // namespace

TEST_CASE("the run time of a process is what the system says") {
    MemoryFiles files;
    set_status(files, std::to_string(self));
    CHECK(asked(files, 12'345) == 12'345);
    CHECK(asked(files, std::nullopt) == unread);
    CHECK_MESSAGE(asked(files, 0) == unread, "it could be another one of the same number");
}

TEST_CASE("without a system to ask, run times are unread") {
    MemoryFiles files;
    set_status(files, std::to_string(self));
    RunTimes times(files, nullptr);
    times.prepare();
    CHECK(times.of(7) == unread);
}

TEST_CASE("run times are used only if /proc has this process's own numbers") {
    MemoryFiles files;
    SUBCASE("a /proc of the host in a container") {
        set_status(files, "1000\t12");
    }
    SUBCASE("another process of that number") {
        set_status(files, "999");
    }
    SUBCASE("no number") {
        set_status(files, "");
    }
    SUBCASE("Linux before 4.1") {
        files.set("/proc/self/status", "Name:\tapp\nPid:\t1000\n");
    }
    SUBCASE("no /proc/self") {}
    CHECK(asked(files, 5) == unread);
}

TEST_CASE("run times are used only if all CPUs have ticks") {
    MemoryFiles files;
    set_status(files, std::to_string(self));
    const std::string list = "/sys/devices/system/cpu/nohz_full";
    files.set(list, " (null)\n");
    CHECK(asked(files, 5) == 5);
    files.set(list, "2-7\n");
    CHECK(asked(files, 5) == unread);
}

TEST_CASE("a child of fork() finds out again whether run times can be used") {
    MemoryFiles files;
    set_status(files, std::to_string(self));
    RunTimes times(files, [](std::int64_t) { return std::optional<std::int64_t>(5); });
    times.prepare();
    files.forget();
    times.prepare();
    CHECK(files.read_paths().empty());
    CHECK(times.of(7) == 5);
    files.set_process_id(self + 1); // in a namespace of its own, with the parent's /proc
    times.prepare();
    CHECK(times.of(7) == unread);
}
