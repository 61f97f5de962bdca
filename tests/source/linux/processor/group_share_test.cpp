// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/group_share.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

using namespace pdh_shim::source::linux;

namespace {

CpuLimit limit_of(double cpus, std::int64_t used, std::int64_t user, std::int64_t system) {
    return {.cpus = cpus, .processors = nullptr, .used = used, .user = user, .system = system};
}

/// What samples of a group show of `_Total`, on a machine of 4 processors that are busy half of the time. Of
/// each 1000 units of time the machine's total grows by 500 of idle and 300 of user time.
class SharedMachine {
  public:
    /// A sample after 1000 units.
    CpuValues follow(const std::optional<CpuLimit>& limit) {
        const CpuValues machine_before = machine_;
        machine_[CpuField::idle] += 500;
        machine_[CpuField::user] += 300;
        CpuValues total = machine_;
        share.follow(limit, machine_before, total_, 1000, 4, total);
        total_ = total;
        return total;
    }

    GroupShare share;

  private:
    CpuValues machine_{};
    CpuValues total_{};
};

} // namespace

TEST_CASE("_Total grows by the group's use of its limit") {
    SharedMachine machine;
    machine.follow(limit_of(2, 0, 0, 0));
    const CpuValues before = machine.follow(limit_of(2, 100, 100, 0));
    const CpuValues after = machine.follow(limit_of(2, 500, 400, 100));
    CHECK(after[CpuField::idle] - before[CpuField::idle] == 800); // 400 of 2 processors
    CHECK(after[CpuField::user] - before[CpuField::user] == 150);
    CHECK(after[CpuField::privileged] - before[CpuField::privileged] == 50);
    CHECK(after[CpuField::utility] - before[CpuField::utility] == 200 * 100);
    CHECK(after[CpuField::privileged_utility] - before[CpuField::privileged_utility] == 50 * 100);
}

TEST_CASE("a limit is between a hundredth of a processor and the processors online") {
    SharedMachine machine;
    machine.follow(limit_of(64, 0, 0, 0));
    CpuValues before = machine.follow(limit_of(64, 0, 0, 0));
    CpuValues after = machine.follow(limit_of(64, 400, 0, 0));
    CHECK(after[CpuField::idle] - before[CpuField::idle] == 900); // 400 of 4 processors
    before = after;
    after = machine.follow(limit_of(0, 404, 0, 0));
    CHECK(after[CpuField::idle] - before[CpuField::idle] == 600); // 4 of 0.01 processors
}

TEST_CASE("a group cannot have used more than the time that has passed") {
    SharedMachine machine;
    machine.follow(limit_of(1, 0, 0, 0));
    const CpuValues before = machine.follow(limit_of(1, 0, 0, 0));
    const CpuValues after = machine.follow(limit_of(1, 5000, 4000, 1000));
    CHECK(after[CpuField::idle] == before[CpuField::idle]);
    CHECK(after[CpuField::user] - before[CpuField::user] == 1000);
}

TEST_CASE("before, between and after limits, _Total grows as the machine's does") {
    SharedMachine machine;
    CHECK(machine.follow(std::nullopt)[CpuField::idle] == 500);
    CHECK(machine.follow(limit_of(1, 0, 0, 0))[CpuField::idle] == 1000);
    CHECK(machine.follow(limit_of(1, 100, 0, 0))[CpuField::idle] == 1900);
    CHECK(machine.follow(std::nullopt)[CpuField::idle] == 2400);
    CHECK(machine.follow(std::nullopt)[CpuField::idle] == 2900);
}

TEST_CASE("a limited group shows the processors that it may use, without their values") {
    SharedMachine machine;
    Cpu cpu;
    cpu.number = 3;
    CHECK_FALSE(machine.share.shows(cpu)); // it is offline
    cpu.present = true;
    CHECK(machine.share.shows(cpu));
    CpuLimit limit = limit_of(1, 0, 0, 0);
    machine.follow(limit);
    CHECK(machine.share.shows(cpu));
    limit.processors = std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 2});
    machine.follow(limit);
    CHECK_FALSE(machine.share.shows(cpu));
    cpu.number = 2;
    CHECK(machine.share.shows(cpu));
    cpu.now[CpuField::user] = 5;
    CHECK(machine.share.shown(cpu.now)[CpuField::user] == unread);
    machine.follow(std::nullopt);
    CHECK(machine.share.shown(cpu.now)[CpuField::user] == 5);
}

TEST_CASE("_Total of a limited group has what the kernel counts of it, all or nothing") {
    SharedMachine machine;
    CpuValues total{};
    total.fill(7);
    CHECK(machine.share.shown_total(total) == total);
    machine.follow(limit_of(1, 10, 10, 0));
    CHECK(machine.share.shown_total(total)[CpuField::user] == 7);
    CHECK(machine.share.shown_total(total)[CpuField::time] == 7);
    CHECK(machine.share.shown_total(total)[CpuField::interrupts] == unread);
    machine.follow(limit_of(1, 10, 10, unread));
    CHECK(machine.share.shown_total(total)[CpuField::user] == unread);
    CHECK(machine.share.shown_total(total)[CpuField::time] == 7);
}
