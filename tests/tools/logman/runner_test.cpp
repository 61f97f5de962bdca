// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "set_world.h"
#include "tools/logman/runner.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::WakeReason;
using logman::RunStatus;
using terminal::ExitStatus;

namespace {

constexpr std::int64_t second = SetWorld::second;
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

TEST_CASE("a run begins and ends in time, also if the clock is set meanwhile") {
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

TEST_CASE("the state says that the command failed, until it is run") {
    SetWorld world;
    world.set.segment = 1s;
    world.set.command = "/bin/nothing";
    world.most_waits = 3;
    world.on_wait = [&] {
        world.command_failure = world.waits < 3 ? "it is missing" : "";
        CHECK(world.store.state("web").command_failure == (world.waits == 3 ? "it is missing" : ""));
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.store.state("web").command_failure.empty());
}

TEST_CASE("of many commands not run in a sample the first is reported, others counted") {
    SetWorld world;
    world.set.kind = logman::SetKind::alert;
    world.set.counters.clear();
    world.set.output.clear();
    world.set.command = "/bin/nothing";
    world.command_failure = "it is missing";
    world.set.thresholds.assign(5, {R"(\Memory\Available MBytes)", true, 0});
    world.most_waits = 2;
    world.on_wait = [&] {
        CHECK(world.store.state("web").command_failure == "it is missing");
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.platform.errors == "logman: The command /bin/nothing was not run: it is missing\n"
                                   "logman: The command /bin/nothing was not run 4 more time(s).\n");
    CHECK(world.store.state("web").commands_not_run == 5);
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

namespace {

// The alert of a set, which is crossed by the first value, and not again.
void make_alert(SetWorld& world) {
    world.set.kind = logman::SetKind::alert;
    world.set.counters.clear();
    world.set.output.clear();
    world.set.thresholds = {{R"(\Memory\Available MBytes)", true, 0}};
    world.most_waits = 3;
}

} // namespace

TEST_CASE("an alert without a program is a message with its time, its counter and its value") {
    SetWorld world;
    make_alert(world);
    CHECK(world.run() == ExitStatus::done);
    const auto alert = world.store.state("web").last_alert;
    REQUIRE(alert.has_value());
    CHECK(alert->threshold == R"(\Memory\Available MBytes>0)");
    CHECK(world.platform.errors ==
          "logman: " + command::shown_time(alert->time) + ": The alert web: the counter " + alert->path +
              " has tripped its threshold \\Memory\\Available MBytes>0 with the value " + alert->value +
              ".\n");
    CHECK(world.store.state("web").alerts == 1);
    CHECK(world.programs.empty());
    CHECK(world.logs().empty());
}

TEST_CASE("the last alert outlives its run, and the number of alerts does not") {
    SetWorld world;
    make_alert(world);
    CHECK(world.run() == ExitStatus::done);
    const auto alert = world.store.state("web").last_alert;
    world.set.thresholds[0].limit = 1e300;
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.store.state("web").last_alert == alert);
    CHECK(world.store.state("web").alerts == 0);
}

TEST_CASE("query knows of an alert at the end of its sample") {
    SetWorld world;
    make_alert(world);
    bool was_there = false;
    world.on_wait = [&] {
        was_there = was_there || world.store.state("web").last_alert.has_value();
        return WakeReason::time_reached;
    };
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    CHECK(was_there);
}

TEST_CASE("-el sends alerts to the system's log, or to the messages if that fails") {
    SetWorld world;
    make_alert(world);
    world.set.is_in_system_log = true;
    world.set.command = "/bin/say";
    CHECK(world.run() == ExitStatus::done);
    REQUIRE(world.system_log.size() == 1);
    CHECK(world.system_log[0].find("The alert web: the counter ") == 0);
    CHECK(world.platform.errors.empty());
    CHECK(world.programs.size() == 1); // as well
    world.system_log_failure = "it is away";
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.platform.errors.find("has tripped its threshold") != std::string::npos);
    CHECK(world.platform.errors.ends_with(" It cannot be sent to the system's log: it is away.\n"));
}

TEST_CASE("-tn is run with the words of -targ, and without them with what -rc gets") {
    SetWorld world;
    make_alert(world);
    world.set.task = "/bin/say";
    CHECK(world.run() == ExitStatus::done);
    const auto alert = world.store.state("web").last_alert;
    REQUIRE(alert.has_value());
    REQUIRE(world.programs.size() == 1);
    CHECK(world.programs[0].file == "/bin/say");
    CHECK_FALSE(world.programs[0].has_own_rights);
    CHECK(world.commands[0] == std::vector<std::string>{alert->threshold, alert->path, alert->value});
    CHECK(world.platform.errors.empty());
    world.set.task_arguments = "-s \"{name}: {counter}\" {threshold} {value}{value} {other} \"\"";
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    const auto again = world.store.state("web").last_alert;
    REQUIRE(world.commands.size() == 2);
    CHECK(world.commands[1] == std::vector<std::string>{"-s", "web: " + again->path, again->threshold,
                                   again->value + again->value, "{other}", ""});
}

TEST_CASE("-rdcs starts a set with the rights of the run, and -rc and -tn are run as well") {
    SetWorld world;
    make_alert(world);
    world.set.started_set = "-other set";
    world.set.command = "/bin/first";
    world.set.task = "/bin/second";
    CHECK(world.run() == ExitStatus::done);
    REQUIRE(world.programs.size() == 3);
    CHECK(world.programs[0].file == "/bin/first");
    CHECK(world.programs[1].file == "/bin/second");
    CHECK(world.programs[2].has_own_rights);
    CHECK(world.commands[2] == std::vector<std::string>{"start", "-background", "--", "-other set"});
}

TEST_CASE("an alert with -o writes what it watches, or the counters of -c") {
    SetWorld world;
    make_alert(world);
    world.set.thresholds.push_back({R"(\Memory\Available MBytes)", false, 1});
    world.set.thresholds.push_back({R"(\System\Processes)", true, 0});
    world.set.output = world.folder.path("web");
    world.set.command = "/bin/say"; // which no log is for
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web.csv") == 3);
    const auto text = world.folder.read("web.csv");
    const auto header = text.substr(0, text.find('\n'));
    CHECK(std::count(header.begin(), header.end(), ',') == 2);
    CHECK(header.find("Processes") != std::string::npos);
    CHECK(world.store.state("web").file == world.folder.path("web.csv"));
    REQUIRE(world.commands.size() == 2);
    CHECK(world.commands[0].size() == 3);
    CHECK(world.commands[1].size() == 3);
    world.set.counters = {R"(\System\Threads)"};
    world.set.is_overwritten = true;
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.folder.read("web.csv").find("Threads") != std::string::npos);
    CHECK(world.folder.read("web.csv").find("Processes") == std::string::npos);
}

TEST_CASE("an alert stays active when its log is full") {
    SetWorld world;
    make_alert(world);
    world.set.output = world.folder.path("web");
    world.set.megabytes = 1;
    world.set.ends_when_full = true;
    world.set.counters.assign(1, R"(\Process(*)\*)");
    world.set.thresholds = {{R"(\System\Processes)", true, 1e300}};
    world.most_waits = 10'000;
    std::size_t after_full = 0;
    world.on_wait = [&] {
        after_full += world.platform.errors.find("has the size of -max") != std::string::npos ? 1 : 0;
        return after_full == 5 ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(after_full == 5);
    CHECK(world.store.state("web").reason.find("has the size of -max, 1 MB.") != std::string::npos);
    CHECK(world.logs().size() == 1);
}

TEST_CASE("a set without counters, or an alert without thresholds, says so when it is run") {
    SetWorld world;
    world.set.counters.clear();
    CHECK_THROWS_WITH_AS(static_cast<void>(world.run()),
        "The set \"web\" has no counters: logman update web -c names them.", terminal::ProgramError);
    make_alert(world);
    world.set.thresholds.clear();
    CHECK_THROWS_WITH_AS(static_cast<void>(world.run()),
        "The set \"web\" has no thresholds: logman update web -th names them.", terminal::ProgramError);
    CHECK(world.store.state("web").reason.find("has no thresholds") != std::string::npos);
}

TEST_CASE("programs that waited and were not run are counted, with the newest reason") {
    SetWorld world;
    world.set.command = "/bin/say";
    world.set.segment = 100s;
    world.most_waits = 3;
    world.on_wait = [&] {
        if (world.waits == 1) {
            world.late = {{}, 7, "it is gone", false};
        } else {
            CHECK(world.store.state("web").commands_not_run == 7);
            CHECK(world.store.state("web").command_failure == "it is gone");
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.platform.errors.empty()); // the process that starts programs has written them
}

TEST_CASE("that the process that starts programs was ended is a message") {
    SetWorld world;
    world.set.command = "/bin/say";
    world.set.segment = 100s;
    world.most_waits = 2;
    world.on_wait = [&] {
        world.late = {{}, world.waits == 1 ? 4U : 0U, "it had ended", world.waits <= 2};
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.platform.errors ==
          "logman: The process that starts the programs had ended, and was started again. "
          "4 program(s) waited, and were not run.\n"
          "logman: The process that starts the programs had ended, and was started again.\n");
    CHECK(world.store.state("web").commands_not_run == 4);
}

TEST_CASE("a daily set that has all its samples waits for the next day") {
    SetWorld world;
    world.set.begin = SetWorld::start;
    world.set.run_time = 3600s;
    world.set.samples = 2;
    world.set.is_daily = true;
    world.most_waits = SIZE_MAX;
    world.on_wait = [&] {
        return world.platform.time > 86400s + 10s ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == std::vector<std::string>{"web_000001.csv", "web_000002.csv"});
    CHECK(world.records_in("web_000001.csv") == 2);
    CHECK(world.records_in("web_000002.csv") == 2);
}

TEST_CASE("a daily set with -a has one log") {
    SetWorld world;
    world.set.begin = SetWorld::start;
    world.set.run_time = 3s;
    world.set.is_daily = true;
    world.set.is_appended = true;
    world.most_waits = SIZE_MAX;
    world.on_wait = [&] {
        return world.platform.time > 86400s + 10s ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == std::vector<std::string>{"web.csv"});
    CHECK(world.records_in("web.csv") == 6);
}

TEST_CASE("an end in the far future is not reached") {
    SetWorld world;
    world.set.end = command::parse_time("12/31/9999 0:00:00");
    world.most_waits = 5;
    static_cast<void>(world.run());
    CHECK(world.records_in("web.csv") == 5);
}

TEST_CASE("the end follows the clock of the wall") {
    SetWorld world;
    world.set.end = SetWorld::start + 3600 * second;
    world.on_wait = [&] {
        world.wall_offset = world.waits >= 5 ? 7200 * second : 0;
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.waits == 5);
    CHECK(world.records_in("web.csv") == 4);
}

TEST_CASE("a hangup does not end the wait for the begin") {
    SetWorld world;
    world.set.begin = SetWorld::start + 10 * second;
    world.set.samples = 1;
    bool was_asked_for = false;
    world.on_wait = [&] {
        was_asked_for = was_asked_for || (world.platform.reopens && world.ready == 1 && world.waits == 1);
        return world.waits == 1 ? WakeReason::reopen_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(was_asked_for);
    CHECK(world.records_in("web.csv") == 1);
}

namespace {

// As if the run before had been killed while it wrote this file.
void kill_run(SetWorld& world) {
    auto state = world.store.state("web");
    state.status = RunStatus::running;
    state.is_open = true;
    world.store.write_state("web", state);
    world.waits = 0;
    world.commands.clear();
}

} // namespace

TEST_CASE("a run whose process died continues its log, whatever the log's name is") {
    for (const auto versioning :
        std::array{logman::Versioning::none, logman::Versioning::number, logman::Versioning::date}) {
        for (const auto* const name : {"web", "web\n $'x'"}) {
            SetWorld world;
            world.set.output = world.folder.path(name);
            world.set.versioning = versioning;
            world.most_waits = 2;
            CHECK(world.run() == ExitStatus::done);
            REQUIRE(world.logs().size() == 1);
            kill_run(world);
            CHECK(world.run() == ExitStatus::done);
            REQUIRE(world.logs().size() == 1);
            CHECK(world.records_in(world.logs()[0]) == 4);
        }
    }
}

TEST_CASE("a run that ended begins another log") {
    SetWorld world;
    world.set.versioning = logman::Versioning::number;
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    world.waits = 0;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs().size() == 2);
}

TEST_CASE("a start that fails does not forget the log of a run that died") {
    SetWorld world;
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    kill_run(world);
    world.set.counters = {R"(\Nonsense\x)"};
    CHECK_THROWS_AS(static_cast<void>(world.run()), terminal::ProgramError);
    world.set.counters = {R"(\Memory\Available MBytes)"};
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web.csv") == 4);
}

TEST_CASE("a log that a run left unfinished is finished, and the command gets it") {
    SetWorld world;
    world.set.versioning = logman::Versioning::number;
    world.set.command = "/bin/nothing";
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    SUBCASE("it has other counters") {
        world.set.counters = {R"(\System\Processes)"};
    }
    SUBCASE("its name is another one") {
        world.set.output = world.folder.path("web2");
    }
    kill_run(world);
    CHECK(world.run() == ExitStatus::done);
    REQUIRE(world.commands.size() == 2);
    CHECK(world.commands[0] == std::vector<std::string>{world.folder.path("web_000001.csv")});
    CHECK(world.records_in("web_000001.csv") == 2);
    CHECK(world.logs().size() == 2);
}

TEST_CASE("behind a log with other counters a numbered one begins, unless -ow replaces it") {
    SetWorld world;
    world.set.command = "/bin/nothing";
    world.most_waits = 2;
    CHECK(world.run() == ExitStatus::done);
    kill_run(world);
    world.set.counters = {R"(\System\Processes)"};
    CHECK(world.run() == ExitStatus::done);
    REQUIRE(world.commands.size() == 2);
    CHECK(world.commands[0] == std::vector<std::string>{world.folder.path("web.csv")});
    CHECK(world.records_in("web.csv") == 2);
    CHECK(world.records_in("web_000001.csv") == 2);
    kill_run(world);
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web_000001.csv") == 4);
    kill_run(world);
    world.set.counters = {R"(\Memory\Available MBytes)"};
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web_000002.csv") == 2);
    kill_run(world);
    world.set.counters = {R"(\System\Processes)"};
    world.set.is_overwritten = true;
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.records_in("web.csv") == 2);
    CHECK(world.logs().size() == 3);
}
