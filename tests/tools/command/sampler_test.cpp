// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "tools/command/sampler.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using namespace std::chrono_literals;
using command::Schedule;
using command::WakeReason;
using Times = std::vector<std::chrono::nanoseconds>;

namespace {

// Records the times of its samples, and takes a given time for each.
struct Run {
    FakePlatform platform;
    Times collected;
    std::size_t available = 100;
    std::function<std::chrono::nanoseconds(std::size_t sample)> takes = [](std::size_t) { return 0ns; };
    std::vector<std::size_t> written;

    bool take(const Schedule& schedule) {
        return command::take_samples(platform, schedule, [this](bool is_first) {
            collected.push_back(platform.now());
            platform.time += takes(collected.size());
            if (!is_first && collected.size() <= available) {
                written.push_back(collected.size());
            }
            return collected.size() <= available;
        });
    }
};

} // namespace

TEST_CASE("a first sample that is not written goes before the others") {
    Run run;
    (void)run.take({1s, 1});
    CHECK(run.collected == Times{0s, 1s});
    CHECK(run.written == std::vector<std::size_t>{2});
}

TEST_CASE("the rate is steady however long a sample takes") {
    Run run;
    run.platform.time = 100s;
    run.takes = [](std::size_t) { return 300ms; };
    (void)run.take({1s, 3});
    CHECK(run.collected == Times{100s, 101s, 102s, 103s});
}

TEST_CASE("times that have gone by are left out") {
    Run run;
    run.takes = [](std::size_t sample) { return sample == 2 ? 2500ms : 0ms; };
    (void)run.take({1s, 3});
    CHECK(run.collected == Times{0s, 1s, 4s, 5s});
    CHECK(run.written == std::vector<std::size_t>{2, 3, 4});
}

TEST_CASE("after a suspend the next sample is on the grid") {
    Run run;
    run.platform.on_wait = [&](auto deadline) {
        run.platform.time += deadline == 20s ? 3600s + 3s : 0s;
        return WakeReason::time_reached;
    };
    (void)run.take({10s, 4});
    CHECK(run.collected == Times{0s, 10s, 3630s, 3640s, 3650s});
}

TEST_CASE("a computer that is late each time has samples all the same") {
    Run run;
    run.platform.on_wait = [&](auto) {
        run.platform.time += 1500ms;
        return WakeReason::time_reached;
    };
    (void)run.take({1s, 2});
    CHECK(run.written.size() == 2);
}

TEST_CASE("a sample that takes exactly one interval leaves nothing out") {
    Run run;
    run.takes = [](std::size_t) { return 1s; };
    (void)run.take({1s, 3});
    CHECK(run.collected == Times{0s, 1s, 2s, 3s});
}

TEST_CASE("the end of the source ends the samples") {
    Run run;
    run.available = 3;
    (void)run.take({1s, std::nullopt});
    CHECK(run.written == std::vector<std::size_t>{2, 3});
    Run empty;
    empty.available = 0;
    (void)empty.take({1s, std::nullopt});
    CHECK(empty.written.empty());
    CHECK(empty.collected.size() == 1);
}

TEST_CASE("a stop ends the samples at once") {
    Run run;
    run.platform.on_wait = [](auto deadline) {
        return deadline == 3s ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(run.take({1s, std::nullopt}));
    CHECK(run.collected == Times{0s, 1s, 2s});
    CHECK(run.written.size() == 2);
}

TEST_CASE("a stop before the last sample that was asked for is an interruption") {
    Run run;
    run.platform.on_wait = [](auto deadline) {
        return deadline == 3s ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK_FALSE(run.take({1s, 3}));
    CHECK(run.written.size() == 2);
}

TEST_CASE("a request to open the output again is met between samples") {
    Run run;
    int reopened = 0;
    run.platform.on_wait = [&](auto deadline) {
        return deadline == 2s && reopened == 0 ? WakeReason::reopen_requested : WakeReason::time_reached;
    };
    CHECK(run.take({1s, 3, false, [&] { ++reopened; }}));
    CHECK(reopened == 1);
    CHECK(run.collected == Times{0s, 1s, 2s, 3s});
}

TEST_CASE("a closed console ends the samples") {
    Run run;
    run.platform.on_wait = [](auto) { return WakeReason::console_closed; };
    CHECK_THROWS_AS(run.take({1s, std::nullopt}), terminal::OutputClosed);
    CHECK(run.written.empty());
}

TEST_CASE("the console is watched only if the rows go there") {
    Run run;
    (void)run.take({1s, 1, true});
    CHECK(run.platform.watched_console);
    (void)run.take({1s, 1, false});
    CHECK_FALSE(run.platform.watched_console);
}

TEST_CASE("at the given time it ends, after the samples up to then") {
    Run run;
    Schedule schedule{1s, {}};
    schedule.time_left = [&] { return 2500ms - run.platform.time; };
    CHECK(run.take(schedule));
    CHECK(run.collected == Times{0s, 1s, 2s});
    CHECK(run.platform.time == 2500ms);
}

TEST_CASE("a sample at the given time is taken") {
    Run run;
    Schedule schedule{1s, {}};
    schedule.time_left = [&] { return 2s - run.platform.time; };
    CHECK(run.take(schedule));
    CHECK(run.collected == Times{0s, 1s, 2s});
}

TEST_CASE("to be stopped before the given time is not to have what was asked for") {
    Run run;
    run.platform.on_wait = [](auto) { return WakeReason::stop_requested; };
    Schedule schedule{1s, {}};
    schedule.time_left = [&] { return 2s - run.platform.time; };
    CHECK_FALSE(run.take(schedule));
}

TEST_CASE("an end that moves while samples are taken, because a clock is set, is kept") {
    Run run;
    std::chrono::nanoseconds end = 5s;
    run.platform.on_wait = [&](auto deadline) {
        end = deadline == 2s ? 1s : end;
        return WakeReason::time_reached;
    };
    Schedule schedule{1s, {}};
    schedule.time_left = [&] { return end - run.platform.time; };
    CHECK(run.take(schedule));
    CHECK(run.collected == Times{0s, 1s});
    Run later;
    end = 1500ms;
    later.platform.on_wait = [&](auto deadline) {
        end = deadline == 1500ms ? 3500ms : end;
        return WakeReason::time_reached;
    };
    schedule.time_left = [&] { return end - later.platform.time; };
    CHECK(later.take(schedule));
    CHECK(later.collected == Times{0s, 1s, 2s, 3s});
}
