// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locks.h"
#include "base/platform.h"
#include "child_process.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

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

TEST_CASE("there may be more mutexes than locks; each excludes others and begins free") {
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

using pdh_shim::ForkOwned;
using pdh_shim::test::status_of_child;

namespace {

struct Counted {
    explicit Counted(int& count, int value) : ended(count), number(value) {}
    ~Counted() { ++ended; }

    int& ended;
    const int number;
};

} // namespace

TEST_CASE("what a process owns is made once, and ends with its owner") {
    int ended = 0;
    {
        ForkOwned<Counted> owned;
        CHECK(owned.get() == nullptr);
        const auto make = [&](const Counted* parents) {
            CHECK(parents == nullptr);
            return std::make_shared<Counted>(ended, 1);
        };
        const auto first = owned.get(make);
        CHECK(owned.get(make) == first);
        CHECK(owned.get() == first);
    }
    CHECK(ended == 1);
}

TEST_CASE("a child of fork() makes its own, may look at its parent's, destroys only its own") {
    int ended = 0;
    std::optional<ForkOwned<Counted>> owned(std::make_shared<Counted>(ended, 1));
    CHECK(status_of_child([&] {
        if (owned->get() != nullptr) {
            return false;
        }
        const auto remake = [&](const Counted* parents) {
            return std::make_shared<Counted>(ended, parents->number + 1);
        };
        const bool remade = owned->get(remake)->number == 2 && owned->get(remake)->number == 2 && ended == 0;
        const bool again = status_of_child([&] {
            return owned->get() == nullptr && owned->get(remake)->number == 3 && ended == 0;
        }) == 0;
        owned.reset();
        return remade && again && ended == 1;
    }) == 0);
    CHECK(owned->get()->number == 1);
    CHECK(status_of_child([&] { // that never asks for it
        owned.reset();
        return ended == 0;
    }) == 0);
    owned.reset();
    CHECK(ended == 1);
}

TEST_CASE("threads that ask at the same time get the same") {
    int ended = 0;
    ForkOwned<Counted> owned(nullptr);
    std::vector<std::shared_ptr<Counted>> got(4);
    const auto make_after_others = [&](const Counted*) {
        got[1] = owned.get([&](const Counted*) { return std::make_shared<Counted>(ended, 1); });
        return std::make_shared<Counted>(ended, 2);
    };
    got[0] = owned.get(make_after_others);
    std::thread([&] {
        got[2] = owned.get([&](const Counted*) { return std::make_shared<Counted>(ended, 3); });
    }).join();
    CHECK(ended == 1);
    CHECK(got[0]->number == 1);
    CHECK(got[1] == got[0]);
    CHECK(got[2] == got[0]);
}

using pdh_shim::LongMutex;
using pdh_shim::Rank;
using pdh_shim::test::status_of_child;

TEST_CASE("a child learns that a mutex it inherited is held until it is repaired") {
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

using pdh_shim::fork_epoch;
using pdh_shim::test::status_of_child;

TEST_CASE("the epoch of a process stays, and all its threads see it") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(epoch != 0);
    std::uint32_t seen = 0;
    std::thread([&] { seen = fork_epoch(); }).join();
    CHECK(seen == epoch);
    CHECK(status_of_child([] { return true; }) == 0);
    CHECK(fork_epoch() == epoch);
}

TEST_CASE("a child of fork() has a larger epoch, and its child a larger one still") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(status_of_child([&] {
        const std::uint32_t own = fork_epoch();
        return own > epoch && own == fork_epoch() && status_of_child([&] { return fork_epoch() > own; }) == 0;
    }) == 0);
}

TEST_CASE("a grandchild whose parent never asked for its epoch has one of its own") {
    const std::uint32_t epoch = fork_epoch();
    CHECK(status_of_child([&] { return status_of_child([&] { return fork_epoch() > epoch; }) == 0; }) == 0);
}
