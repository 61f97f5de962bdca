// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Sets on computers that sleep, and whose clocks are set.
#include "set_world.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::WakeReason;
using logman::RunStatus;
using terminal::ExitStatus;
using Names = std::vector<std::string>;

namespace {

constexpr std::int64_t hour = 3600 * SetWorld::second;

/// The times that a text log has, in minutes and seconds.
Names times_in(const SetWorld& world, const std::string& name) {
    constexpr std::size_t place = 15; // in "MM/DD/YYYY HH:MM:SS.mmm"
    Names times;
    const auto text = world.folder.read(name);
    for (auto line = text.find('\n'); line + 1 < text.size(); line = text.find('\n', line + 1)) {
        times.push_back(text.substr(line + 1 + place, 5));
    }
    return times;
}

} // namespace

TEST_CASE("a suspend costs the samples of that time, and the others stay on the grid") {
    SetWorld world;
    world.set.interval = 15s;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 3) {
            world.suspend(8h + 7s);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(times_in(world, "web.csv") == Names{"00:15", "00:30", "01:00", "01:15", "01:30", "01:45", "02:00"});
}

TEST_CASE("a suspend does not move the ends of segments") {
    SetWorld world;
    world.set.interval = 60s;
    world.set.segment = 24h;
    world.most_waits = SIZE_MAX;
    world.on_wait = [&] {
        if (world.waits == 600) {
            world.suspend(8h);
        }
        return world.platform.time > 49h ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == Names{"web_000001.csv", "web_000002.csv", "web_000003.csv"});
    CHECK(world.records_in("web_000001.csv") == 1439 - 480);
    CHECK(world.records_in("web_000002.csv") == 1440);
    CHECK(world.records_in("web_000003.csv") == 61);
}

TEST_CASE("a segment that ends while the computer is suspended ends at the next record") {
    SetWorld world;
    world.set.interval = 60s;
    world.set.segment = 1h;
    world.most_waits = 100;
    world.on_wait = [&] {
        if (world.waits == 10) {
            world.suspend(5h);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == Names{"web_000001.csv", "web_000002.csv", "web_000003.csv"});
    CHECK(world.records_in("web_000001.csv") == 9);
    CHECK(world.records_in("web_000002.csv") == 50); // up to the sixth hour
}

TEST_CASE("an end during suspension ends the set, without another record") {
    for (const bool has_run_time : {false, true}) {
        SetWorld world;
        if (has_run_time) {
            world.set.run_time = 1h;
        } else {
            world.set.end = SetWorld::start + hour;
        }
        world.on_wait = [&] {
            if (world.waits == 5) {
                world.suspend(2h);
            }
            return WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        CHECK(world.waits == 5);
        CHECK(world.records_in("web.csv") == 4);
        CHECK(world.store.state("web").status == RunStatus::stopped);
    }
}

TEST_CASE("a begin that passes while the computer is suspended begins the set") {
    SetWorld world;
    world.set.begin = SetWorld::start + hour;
    world.set.samples = 2;
    world.on_wait = [&] {
        if (world.waits == 2) {
            world.suspend(2h);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.waits == 4);
    CHECK(world.records_in("web.csv") == 2);
}

TEST_CASE("a daily set that sleeps through a day begins on the next one") {
    SetWorld world;
    world.set.begin = SetWorld::start + hour;
    world.set.run_time = 1h;
    world.set.interval = 60s;
    world.set.is_daily = true;
    world.most_waits = SIZE_MAX;
    world.on_wait = [&] {
        if (world.platform.time == 90min) {
            world.suspend(48h + 60s); // until after the begin of the third day
        }
        return world.platform.time > 74h ? WakeReason::stop_requested : WakeReason::time_reached;
    };
    CHECK(world.run() == ExitStatus::done);
    CHECK(world.logs() == Names{"web_000001.csv", "web_000002.csv", "web_000003.csv"});
    CHECK(world.records_in("web_000001.csv") == 29);
    CHECK(world.records_in("web_000003.csv") == 60);
}

TEST_CASE("a clock set back by an hour moves the end, but not samples or segments") {
    for (const auto versioning : std::array{logman::Versioning::number, logman::Versioning::date}) {
        SetWorld world;
        world.set.interval = 60s;
        world.set.segment = 10min;
        world.set.versioning = versioning;
        world.set.end = SetWorld::start + hour;
        world.on_wait = [&] {
            if (world.waits == 30) {
                REQUIRE(pdh_shim_freeze_clock(world.wall() - hour) == 0);
                world.wall_offset = -hour;
            }
            return WakeReason::time_reached;
        };
        CHECK(world.run() == ExitStatus::done);
        CHECK(world.platform.time == 2h);
        CHECK(world.logs().size() == 13); // the last one with the sample at the end
        std::size_t records = 0;
        for (const auto& name : world.logs()) {
            records += world.records_in(name);
        }
        CHECK(records == 120);
        CHECK_FALSE(world.store.state("web").past_failure);
    }
}
