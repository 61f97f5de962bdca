// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/long_mutex.h"
#include "child_process.h"

#include <doctest/doctest.h>

#include <future>
#include <thread>

using pdh_shim::LongMutex;
using pdh_shim::Rank;
using pdh_shim::test::status_of_child;

TEST_CASE("a child of fork() gets a mutex that a thread of its parent holds, and hears of it until it is "
          "repaired") {
    LongMutex mutex(Rank::foreign);
    std::promise<void> held;
    std::promise<void> forked;
    std::thread holder([&] {
        const auto lock = mutex.lock();
        held.set_value();
        forked.get_future().wait();
    });
    held.get_future().wait();
    CHECK(status_of_child([&] {
        {
            const auto lock = mutex.lock();
            if (!lock.is_interrupted()) {
                return false;
            }
        }
        auto lock = mutex.lock();
        const bool still = lock.is_interrupted();
        lock.set_repaired();
        return still && !lock.is_interrupted();
    }) == 0);
    const auto hears_of_it = [&] { return mutex.lock().is_interrupted(); };
    CHECK(status_of_child([&] { // a child of it hears too, for it has repaired nothing
        return hears_of_it() && status_of_child(hears_of_it) == 0;
    }) == 0);
    CHECK(status_of_child([&] {
        mutex.lock().set_repaired();
        return status_of_child([&] { return !hears_of_it(); }) == 0;
    }) == 0);
    forked.set_value();
    holder.join();
    CHECK_FALSE(mutex.lock().is_interrupted());
}

TEST_CASE("a child of fork() finds the data of a free mutex consistent") {
    LongMutex mutex(Rank::foreign);
    CHECK_FALSE(mutex.lock().is_interrupted());
    CHECK(status_of_child([&] { return !mutex.lock().is_interrupted(); }) == 0);
}

TEST_CASE("the thread that forks may hold the mutex, and give it back in the child") {
    LongMutex mutex(Rank::foreign);
    const auto lock = mutex.lock();
    CHECK(status_of_child([&] {
        const pdh_shim::ranks::Anew anew; // as in the function of a program that forks
        return mutex.lock().is_interrupted();
    }) == 0);
}
