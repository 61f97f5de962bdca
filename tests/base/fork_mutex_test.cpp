// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"
#include "child_process.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>

using pdh_shim::ForkMutex;
using pdh_shim::Rank;
using pdh_shim::test::status_of_child;

namespace {

// Takes the mutexes one in the other and changes what they guard, again and again, while it lives.
class Busy : boost::noncopyable {
  public:
    Busy(ForkMutex& outer, ForkMutex& inner, std::array<int, 2>& guarded)
        : thread_([&outer, &inner, &guarded, this] {
              while (!ended_.load()) {
                  const std::scoped_lock outside(outer);
                  const std::scoped_lock inside(inner);
                  ++guarded[0];
                  ++guarded[1];
              }
          }) {}
    ~Busy() {
        ended_.store(true);
        thread_.join();
    }

  private:
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

} // namespace

TEST_CASE("a child of fork() finds every mutex free, and its data consistent") {
    ForkMutex outer(Rank::state);
    ForkMutex inner;
    std::array<int, 2> guarded{};
    const Busy busy(outer, inner, guarded);
    for (int i = 0; i < 100; ++i) {
        REQUIRE(status_of_child([&] {
            const std::scoped_lock outside(outer);
            const std::scoped_lock inside(inner);
            return guarded[0] == guarded[1];
        }) == 0);
    }
    const std::scoped_lock outside(outer); // so does the parent
    const std::scoped_lock inside(inner);
    CHECK(guarded[0] == guarded[1]);
}

TEST_CASE("a child of fork() finds every brief mutex free, and its data consistent") {
    pdh_shim::BriefForkMutex mutex;
    std::array<int, 2> guarded{};
    std::atomic<bool> ended{false};
    std::thread busy([&] {
        while (!ended.load()) {
            const std::scoped_lock lock(mutex);
            ++guarded[0];
            ++guarded[1];
        }
    });
    int good = 0;
    for (int i = 0; i < 100; ++i) {
        good += status_of_child([&] {
            const std::scoped_lock lock(mutex);
            return guarded[0] == guarded[1];
        }) == 0;
    }
    ended.store(true);
    busy.join();
    CHECK(good == 100);
}

TEST_CASE("there may be more mutexes than locks: each excludes other threads, and is free when it is made") {
    std::array<ForkMutex, 200> mutexes;
    std::array<int, 200> guarded{}; // each by the mutex of its number
    const auto count = [&] {
        for (int round = 0; round < 200; ++round) {
            for (std::size_t i = 0; i < mutexes.size(); ++i) {
                const std::scoped_lock lock(mutexes[i]);
                ++guarded[i];
            }
        }
    };
    std::thread other(count);
    count();
    other.join();
    CHECK(std::ranges::all_of(guarded, [](int counted) { return counted == 400; }));
}
