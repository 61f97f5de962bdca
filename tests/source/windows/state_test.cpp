// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/state.h"

#include <doctest/doctest.h>

#include <vector>

using namespace pdh_shim::source::windows;
using pdh_shim::Instant;
using pdh_shim::ticks_per_second;
using pdh_shim::calc::unread;

TEST_CASE("a system that fills everything in is believed, as far as it is asked") {
    FakeMachine machine;
    FakeSystem system(machine);
    CHECK(find_honest(system, part::all) == (part::all & ~part::handles)); // Wine tells another number
    machine.is_wine = false;
    CHECK(find_honest(system, part::handles | part::priorities) == (part::handles | part::priorities));
    machine.is_wine = true;
    machine.asked.clear();
    CHECK(find_honest(system, part::tcp | part::drives) == (part::tcp | part::drives));
    CHECK(machine.asked.empty());
    CHECK(find_honest(system, part::paging) == part::paging); // without the memory, which it looks at
    CHECK(find_honest(system, 0) == 0);
}

TEST_CASE("sizes of processes need memory of this one, their times a process that has run") {
    FakeMachine machine;
    FakeSystem system(machine);
    constexpr SystemParts wanted = part::processes | part::process_sizes | part::process_times;
    machine.processes[1].working_set = 0; // this one
    CHECK(find_honest(system, wanted) == (part::processes | part::process_times));
    machine.processes[1].working_set = 5;
    machine.processes[1].user = 0;
    machine.processes[1].kernel = 0;
    CHECK(find_honest(system, wanted) == wanted);
    machine.processes[0].user = 0;
    machine.processes[0].kernel = 0;
    CHECK(find_honest(system, wanted) == (part::processes | part::process_sizes));
}

TEST_CASE("a frequency has to be known of every processor") {
    FakeMachine machine;
    FakeSystem system(machine);
    machine.power[1].limit_mhz = 0;
    CHECK(find_honest(system, part::processors | part::frequencies) == part::processors);
    machine.power.clear();
    CHECK(find_honest(system, part::processors | part::frequencies) == part::processors);
}

TEST_CASE("swap space is known from its 256th page on") {
    FakeMachine machine;
    FakeSystem system(machine);
    machine.pages.commit_limit = machine.basic.physical + 2 + 255;
    CHECK(find_honest(system, part::memory | part::paging) == part::memory);
    machine.pages.commit_limit += 1;
    CHECK(find_honest(system, part::memory | part::paging) == (part::memory | part::paging));
}

TEST_CASE("a session asks only for the parts that are wanted") {
    FakeMachine machine;
    FakeSystem system(machine);
    SessionState state(system);
    const Instant now{.perf_time = 0, .time_100ns = 100'000'000'000, .system_time = 100'000'000'000};
    state.sample(part::tcp | part::interfaces, now);
    CHECK(machine.asked.empty());
    CHECK(state.boot_time() == unread);
    state.sample(part::processors, now);
    CHECK(machine.asked == std::vector{Information::processors});
    CHECK(state.processors().count() == 2);
    CHECK(state.processes().count() == unread);
    machine.asked.clear();
    state.sample(part::handles, now);
    CHECK(machine.asked == std::vector{Information::processes});
    CHECK(state.processes().count() == 2);
}

TEST_CASE("the machine's start stays at short steps of the clock, and moves at long ones") {
    FakeMachine machine;
    FakeSystem system(machine);
    SessionState state(system);
    const Instant now{.perf_time = 0, .time_100ns = 100'000'000'000, .system_time = 0};
    state.sample(part::uptime, now);
    CHECK(state.boot_time() == 50'000'000'000);
    machine.uptime -= ticks_per_second / 2;
    state.sample(part::uptime, now);
    CHECK(state.boot_time() == 50'000'000'000);
    machine.uptime -= 1;
    state.sample(part::uptime, now);
    CHECK(state.boot_time() == 50'000'000'000 + ticks_per_second / 2 + 1);
}
