// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The same tests as doctest_test.cpp, in GoogleTest.
#include "courses.h"

#include <gtest/gtest.h>
#include <stdexcept>

#define NEEDS_COURSES()                                                                                      \
    if (!has_courses()) {                                                                                    \
        GTEST_SKIP() << "this pdh.dll takes no scripted samples";                                            \
    }

TEST(Watchdog, ThreeBusySamplesAreAnAlarmOnce) {
    NEEDS_COURSES();
    EXPECT_EQ(alarms_of(busy), (std::vector<Alarms>{{}, {}, {}, {L"the processors are busy"}, {}}));
    EXPECT_EQ(alarms_of(busy_with_a_rest), (std::vector<Alarms>{{}, {}, {}, {}, {}, {}}));
}

TEST(Watchdog, LoadIsThatOfTheTimeThatHasPassed) {
    NEEDS_COURSES();
    WatchdogSettings settings;
    settings.busy_samples = 1;
    settings.busy_percent = 49;
    EXPECT_EQ(alarms_of(after_a_minute, settings), (std::vector<Alarms>{{}, {L"the processors are busy"}}));
    settings.busy_percent = 51;
    EXPECT_EQ(alarms_of(after_a_minute, settings), (std::vector<Alarms>{{}, {}}));
}

TEST(Watchdog, AProcessLeaksThatHasManyHandlesMoreThanBefore) {
    NEEDS_COURSES();
    EXPECT_EQ(alarms_of(leak), (std::vector<Alarms>{{}, {}, {}, {L"server leaks handles"}}));
}

TEST(Watchdog, AServerThatEndsAndStartsAgain) {
    NEEDS_COURSES();
    WatchdogSettings settings;
    settings.servers = {L"server"};
    EXPECT_EQ(alarms_of(gone_and_back, settings),
        (std::vector<Alarms>{{}, {L"server is gone"}, {}, {L"server is back"}}));
}

TEST(Watchdog, AValueThatCannotBeReadAndAComputerThatDoesNotAnswer) {
    NEEDS_COURSES();
    EXPECT_EQ(alarms_of(failures),
        (std::vector<Alarms>{{}, {L"the processors have no value"}, {L"no sample could be taken"}, {}}));
}

#ifdef HAS_CLOCK_OF_THE_LIBRARY
TEST(Watchdog, AThreadTakesSamplesOnceAMinute) {
    Watchdog watchdog(nullptr, {});
    ASSERT_EQ(pdh_shim_freeze_clock(0), ERROR_SUCCESS);
    watchdog.start(60);
    EXPECT_FALSE(watchdog.wait(0));
    ASSERT_EQ(pdh_shim_advance_clock(60 * 10'000'000LL), ERROR_SUCCESS);
    EXPECT_TRUE(watchdog.wait(INFINITE));
    EXPECT_EQ(pdh_shim_release_clock(), ERROR_SUCCESS);
}
#endif

TEST(WatchdogLive, ThisComputerCanBeWatched) {
    Watchdog watchdog(nullptr, {});
    EXPECT_TRUE(watchdog.collect());
    EXPECT_TRUE(watchdog.collect());
    EXPECT_TRUE(watchdog.alarms().empty());
}

TEST(WatchdogLive, ADataSourceThatIsNotThere) {
    EXPECT_THROW(Watchdog(L"no such file.blg", {}), std::runtime_error);
}
