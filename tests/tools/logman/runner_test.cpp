// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "set_world.h"
#include "tools/logman/runner.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::WakeReason;
using logman::RunStatus;
using terminal::ExitStatus;

namespace {

constexpr std::int64_t second = 10'000'000;
constexpr std::int64_t day = 24 * 3600 * second;

} // namespace

TEST_CASE("the state says what a run does") {
    SetWorld world;
    world.most_waits = 3;
    world.on_wait = [&] {
        const auto state = world.store.state("web");
        CHECK(state.status == RunStatus::running);
        CHECK(state.since == SetWorld::start);
        CHECK(state.file == world.folder.path("web.csv"));
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.ready == 1);
    const auto state = world.store.state("web");
    CHECK(state.status == RunStatus::stopped);
    CHECK(state.since == SetWorld::start + 4 * second);
    CHECK(state.file == world.folder.path("web.csv"));
}

TEST_CASE("a run that cannot begin says why, also in its state") {
    SetWorld world;
    world.set.counters = {R"(\Nonsense\x)"};
    CHECK_THROWS_WITH_AS(static_cast<void>(world.run()), "No valid counters.", terminal::ProgramError);
    CHECK(world.ready == 0);
    CHECK(world.store.state("web").status == RunStatus::stopped);
    CHECK(world.store.state("web").reason == "No valid counters.");
    CHECK(world.platform.errors.find("\\Nonsense\\x is left out") != std::string::npos);
}

TEST_CASE("a counter that does not exist is left out, which is a loss") {
    SetWorld world;
    world.set.counters.emplace_back(R"(\Nonsense\x)");
    world.most_waits = 1;
    CHECK(world.run() == ExitStatus::losses);
    CHECK(world.store.state("web").missing == std::vector<std::string>{R"(\Nonsense\x)"});
}

TEST_CASE("a run waits for its begin, and ends at its end, also if the clock is set meanwhile") {
    SetWorld world;
    world.set.begin = SetWorld::start + 3600 * second;
    world.set.run_time = 5s;
    bool was_pending = false;
    world.on_wait = [&] {
        was_pending = was_pending || world.store.state("web").status == RunStatus::pending;
        world.wall_offset = world.waits == 10 ? 1800 * second : world.wall_offset;
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(was_pending);
    CHECK(world.ready == 1);
    CHECK(world.platform.time == 1805s);
    CHECK(world.records_in("web.csv") == 5);
}

TEST_CASE("a wait for the begin can be stopped") {
    SetWorld world;
    world.set.begin = SetWorld::start + 3600 * second;
    world.most_waits = 1;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs().empty());
}

TEST_CASE("a daily set begins each day") {
    SetWorld world;
    world.set.begin = SetWorld::start;
    world.set.run_time = 5s;
    world.set.is_daily = true;
    world.set.versioning = logman::Versioning::number;
    world.most_waits = SIZE_MAX;
    world.on_wait = [&] {
        return world.platform.time > 2 * 86400s + 10s ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == std::vector<std::string>{"web_000001.csv", "web_000002.csv", "web_000003.csv"});
    CHECK(world.records_in("web_000003.csv") == 5);
}

TEST_CASE("a period is that of the set, or of its next day") {
    logman::CollectorSet set;
    CHECK(logman::period_of(set, 7).begin == 7);
    CHECK_FALSE(logman::period_of(set, 7).end.has_value());
    set.begin = 10;
    set.run_time = 1s;
    CHECK(logman::period_of(set, 7).end == 10 + second);
    CHECK_THROWS_AS(static_cast<void>(logman::period_of(set, 10 + second)), terminal::ProgramError);
    set.is_daily = true;
    CHECK(logman::period_of(set, 10 + second).begin == 10 + day);
    CHECK(logman::period_of(set, 10 + 5 * day + 1).begin == 10 + 5 * day);
    CHECK(logman::period_of(set, 10 + 5 * day + second).end == 10 + 6 * day + second);
}

TEST_CASE("the command gets the name of each finished log, and a failure of it is a message") {
    SetWorld world;
    world.set.segment = 2s;
    world.set.command = "/bin/nothing";
    world.command_failure = "it is missing";
    world.most_waits = 3;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.commands == std::vector<std::vector<std::string>>{{world.folder.path("web_000001.csv")},
                                {world.folder.path("web_000002.csv")}});
    CHECK(world.platform.errors == "logman: The command /bin/nothing was not run: it is missing\n"
                                   "logman: The command /bin/nothing was not run: it is missing\n");
}

TEST_CASE("an alert runs its command once for each crossing") {
    SetWorld world;
    world.set.kind = logman::SetKind::alert;
    world.set.counters.clear();
    world.set.output.clear();
    world.set.command = "/bin/true";
    world.set.thresholds = {{R"(\Memory\Available MBytes)", true, 0}, {R"(\System\Processes)", false, 0}};
    world.most_waits = 3;
    CHECK(world.run() == ExitStatus::done);
    REQUIRE(world.commands.size() == 1);
    CHECK(world.commands[0].size() == 3);
    CHECK(world.commands[0][0] == "\\Memory\\Available MBytes>0");
    world.set.thresholds = {{R"(\Nonsense\x)", true, 0}};
    CHECK_THROWS_AS(static_cast<void>(world.run()), terminal::ProgramError);
}

TEST_CASE("a run whose process died goes on with its log") {
    SetWorld world;
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    auto state = world.store.state("web");
    state.status = RunStatus::running;
    world.store.write_state("web", state);
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web.csv") == 4);
}
