// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/processes.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim::source::windows;
using pdh_shim::Instant;
using pdh_shim::calc::unread;

namespace {

using ProcessRowNames = std::vector<std::u16string>;

constexpr Instant noon{.perf_time = 0, .time_100ns = 10'000'000, .system_time = 10'000'500};
constexpr bool with_priorities = true;

WrittenRows<ProcessField::count> process_rows(const Processes& processes, bool only_total = false) {
    return WrittenRows<ProcessField::count>(
        [&](pdh_shim::model::InstanceWriter& rows) { processes.write(rows); }, only_total);
}

} // namespace

TEST_CASE("each priority class has its base priority, and another number none") {
    constexpr std::array<std::pair<std::uint32_t, std::int64_t>, 6> priorities{
        {{0x40, 4}, {0x4000, 6}, {0x20, 8}, {0x8000, 10}, {0x80, 13}, {0x100, 24}}};
    for (const auto& priority : priorities) {
        CAPTURE(priority.first);
        CHECK(base_priority(priority.first) == priority.second);
    }
    CHECK(base_priority(0) == unread);
    CHECK(base_priority(0x60) == unread);
}

TEST_CASE("Idle is added if its time is known and the system does not list it") {
    FakeMachine machine;
    FakeSystem system(machine);
    Processes processes;
    processes.sample(system, with_priorities, {}, noon);
    CHECK(process_rows(processes).names() == ProcessRowNames{u"explorer", u"program", u"_Total"});
    const Processes::Idle idle{.time = 700, .processors = 2, .started = 5};
    processes.sample(system, with_priorities, idle, noon);
    const auto rows = process_rows(processes);
    CHECK(rows.names() == ProcessRowNames{u"Idle", u"explorer", u"program", u"_Total"});
    CHECK(rows.value(0, ProcessField::privileged_time) == 700);
    CHECK(rows.value(0, ProcessField::user_time) == 0);
    CHECK(rows.value(0, ProcessField::threads) == 2);
    CHECK(rows.value(0, ProcessField::start_time) == 5);
    CHECK(processes.count() == 2);   // without it
    CHECK(processes.threads() == 5); // and without its threads
    machine.processes.insert(machine.processes.begin(), pdh_shim::ProcessEntry{});
    processes.sample(system, with_priorities, idle, noon);
    CHECK(process_rows(processes).value(0, ProcessField::privileged_time) == 0);
    CHECK(processes.count() == 3);
}

TEST_CASE("a priority that Wine does not report has no value") {
    FakeMachine machine;
    machine.priority_class = 0;
    FakeSystem system(machine);
    Processes processes;
    processes.sample(system, with_priorities, {}, noon);
    CHECK(process_rows(processes).value(0, ProcessField::priority) == unread);
    processes.sample(system, false, {}, noon);
    CHECK(process_rows(processes).value(0, ProcessField::priority) == 2); // in Wine's own unit
}

TEST_CASE("_Total has sums, except of what cannot be added up") {
    FakeMachine machine;
    FakeSystem system(machine);
    Processes processes;
    processes.sample(system, with_priorities, {}, noon);
    const auto rows = process_rows(processes, true);
    CHECK(rows.names() == ProcessRowNames{u"_Total"});
    CHECK(rows.value(0, ProcessField::processor_time) == 440);
    CHECK(rows.value(0, ProcessField::working_set) == 5500);
    CHECK(rows.value(0, ProcessField::handles) == 64);
    CHECK(rows.value(0, ProcessField::priority) == 0);
    CHECK(rows.value(0, ProcessField::id) == 0);
    CHECK(rows.value(0, ProcessField::parent) == 0);
    CHECK(rows.value(0, ProcessField::start_time) == noon.time_100ns);
}

TEST_CASE("processes that the system refuses or lists wrongly have no data and no number") {
    FakeMachine machine;
    FakeSystem system(machine);
    Processes processes;
    CHECK(processes.count() == unread);
    CHECK(processes.threads() == unread);
    processes.sample(system, with_priorities, {}, noon);
    machine.refused = {Information::processes};
    processes.sample(system, with_priorities, {}, noon);
    CHECK(process_rows(processes).has_failed());
    CHECK(processes.count() == unread);
    CHECK(processes.threads() == unread);
}

TEST_CASE("on Windows another process of the same number is another instance") {
    FakeMachine machine;
    FakeSystem system(machine);
    Processes processes;
    processes.sample(system, with_priorities, {}, noon);
    const std::int64_t id = process_rows(processes).unique_id(1);
    processes.sample(system, with_priorities, {}, noon);
    CHECK(process_rows(processes).unique_id(1) == id);
    machine.processes[1].created += 1;
    processes.sample(system, with_priorities, {}, noon);
    CHECK(process_rows(processes).unique_id(1) != id);
    CHECK(process_rows(processes).unique_id(1) >= 0);
}
