// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "courses.h"

#include <doctest/doctest.h>

namespace {
// doctest cannot skip a test that has begun: it says so, and ends.
bool skipped() {
    const bool skips = !has_courses();
    if (skips) {
        MESSAGE("SKIPPED: this pdh.dll takes no scripted samples");
    }
    return skips;
}
} // namespace

TEST_CASE("three busy samples are an alarm, once") {
    if (skipped()) {
        return;
    }
    CHECK(alarms_of(busy) == std::vector<Alarms>{{}, {}, {}, {L"the processors are busy"}, {}});
    CHECK(alarms_of(busy_with_a_rest) == std::vector<Alarms>{{}, {}, {}, {}, {}, {}});
}

TEST_CASE("load is that of the time that has passed") {
    if (skipped()) {
        return;
    }
    WatchdogSettings settings;
    settings.busy_samples = 1;
    settings.busy_percent = 49;
    CHECK(alarms_of(after_a_minute, settings) == std::vector<Alarms>{{}, {L"the processors are busy"}});
    settings.busy_percent = 51;
    CHECK(alarms_of(after_a_minute, settings) == std::vector<Alarms>{{}, {}});
}

TEST_CASE("a process leaks that has 1,000 handles more than before") {
    if (skipped()) {
        return;
    }
    CHECK(alarms_of(leak) == std::vector<Alarms>{{}, {}, {}, {L"server leaks handles"}});
}

TEST_CASE("a server that ends, and that starts again") {
    if (skipped()) {
        return;
    }
    WatchdogSettings settings;
    settings.servers = {L"server"};
    CHECK(alarms_of(gone_and_back, settings) ==
          std::vector<Alarms>{{}, {L"server is gone"}, {}, {L"server is back"}});
}

TEST_CASE("a value that cannot be read, and a computer that does not answer") {
    if (skipped()) {
        return;
    }
    CHECK(alarms_of(failures) ==
          std::vector<Alarms>{{}, {L"the processors have no value"}, {L"no sample could be taken"}, {}});
}

#ifdef HAS_CLOCK_OF_THE_LIBRARY
TEST_CASE("a thread takes samples once a minute: no test waits for it") {
    Watchdog watchdog(nullptr, {});
    REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS);
    watchdog.start(60);
    CHECK(!watchdog.wait(0));
    REQUIRE(pdh_shim_advance_clock(60 * 10'000'000LL) == ERROR_SUCCESS);
    CHECK(watchdog.wait(INFINITE));
    CHECK(pdh_shim_release_clock() == ERROR_SUCCESS);
}
#endif

TEST_CASE("live: this computer can be watched") {
    Watchdog watchdog(nullptr, {});
    CHECK(watchdog.collect());
    CHECK(watchdog.collect());
    CHECK(watchdog.alarms().empty());
}

TEST_CASE("a data source that is not there") {
    CHECK_THROWS_AS(Watchdog(L"no such file.blg", {}), std::runtime_error);
}
