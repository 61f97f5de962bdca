// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locks.h"
#include "base/thread_store.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using pdh_shim::Mutex;
using pdh_shim::Rank;

TEST_CASE("who waits under a mutex lets others take it, and has it again afterwards") {
    Mutex mutex(Rank::leaf);
    std::condition_variable changed;
    bool is_done = false;
    std::thread other;
    {
        Mutex::Waiting held(mutex);
        other = std::thread([&] {
            const std::scoped_lock lock(mutex);
            is_done = true;
            changed.notify_one();
        });
        CHECK_FALSE(is_done);
        changed.wait(held.lock(), [&] { return is_done; });
        CHECK(held.lock().owns_lock());
    }
    other.join();
    const std::scoped_lock again(mutex); // the wait has released it
    CHECK(is_done);
}

using pdh_shim::FutexLock;

TEST_CASE("one thread at a time holds the lock, and those that wait get it") {
    constexpr int threads = 4;
    constexpr int rounds = 5000;
    FutexLock lock;
    int value = 0; // guarded by lock
    std::vector<std::thread> running;
    running.reserve(threads);
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            for (int round = 0; round < rounds; ++round) {
                const std::scoped_lock held(lock);
                value += 1;
            }
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    CHECK(value == threads * rounds);
}

TEST_CASE("a thread that sleeps for the lock is woken") {
    FutexLock lock;
    std::atomic<bool> begun{false};
    std::atomic<bool> got{false};
    lock.lock();
    std::thread waiting([&] {
        begun.store(true);
        const std::scoped_lock held(lock);
        got.store(true);
    });
    while (!begun.load()) {
        std::this_thread::yield();
    }
    for (int i = 0; i < 1000; ++i) { // long enough for it to sleep
        std::this_thread::yield();
        REQUIRE_FALSE(got.load());
    }
    lock.unlock();
    waiting.join();
    CHECK(got.load());
}

TEST_CASE("one thread at a time has the lock") {
    pdh_shim::SpinLock lock;
    int guarded = 0; // no atomic: the lock is what makes it right
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 20'000; ++round) {
                const std::scoped_lock held(lock);
                ++guarded;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(guarded == 80'000);
}

using pdh_shim::Locked;

namespace {

/// Asks for the value when it ends, which would wait for ever under the lock.
struct Asking {
    explicit Asking(Locked<std::shared_ptr<Asking>>& place) : locked(place) {}
    ~Asking() { ++*asked += locked.copy() != nullptr ? 10 : 0; }

    Locked<std::shared_ptr<Asking>>& locked;
    std::shared_ptr<int> asked = std::make_shared<int>(0);
};

} // namespace

TEST_CASE("what is replaced ends after the lock") {
    Locked<std::shared_ptr<Asking>> locked;
    auto first = std::make_shared<Asking>(locked);
    const auto asked = first->asked;
    CHECK(locked.replace(std::move(first)) == nullptr);
    locked.replace(nullptr);
    CHECK(*asked == 1);
}

TEST_CASE("what is taken out of a locked value ends after the lock") {
    Locked<std::shared_ptr<Asking>> locked;
    locked.replace(std::make_shared<Asking>(locked));
    const auto asked = locked.copy()->asked;
    locked.with([](std::shared_ptr<Asking>& value) { return std::exchange(value, nullptr); });
    CHECK(*asked == 1);
}

TEST_CASE("a locked value is copied, changed and given back") {
    Locked<std::string> locked("one");
    CHECK(locked.with([](std::string& value) { return value += "+two"; }) == "one+two");
    CHECK(locked.copy() == "one+two");
    CHECK(locked.replace("three") == "one+two");
}

using pdh_shim::SeqLock;

namespace {

struct Pair {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::uint8_t last = 0; // not a whole word
};

} // namespace

TEST_CASE("there is nothing to read before a value is published") {
    const SeqLock<Pair> published;
    Pair pair;
    CHECK_FALSE(published.read(pair));
}

TEST_CASE("the value last published is read whole") {
    SeqLock<Pair> published;
    published.publish({1, 2, 3});
    published.publish({4, 5, 6});
    Pair pair;
    REQUIRE(published.read(pair));
    CHECK(pair.left == 4);
    CHECK(pair.right == 5);
    CHECK(pair.last == 6);
}

TEST_CASE("no reader sees a value that is half published") {
    // Large, so that most of the time a new one is being written while one is read.
    using Numbers = std::array<std::uint64_t, 1'024>;
    SeqLock<Numbers> published;
    std::atomic<std::uint64_t> written{0};
    std::atomic<bool> ended{false};
    std::thread writer([&] {
        Numbers numbers;
        for (std::uint64_t i = 1; !ended.load(); ++i) {
            numbers.fill(i);
            published.publish(numbers);
            written.store(i);
        }
    });
    int torn = 0;
    Numbers numbers{};
    for (int i = 0; i < 50'000 || written.load() < 50'000; ++i) { // both have run at the same time
        torn += published.read(numbers) && numbers.front() != numbers.back() ? 1 : 0;
    }
    ended.store(true);
    writer.join();
    CHECK(torn == 0);
    CHECK(published.read(numbers));
}

using pdh_shim::ThreadNumbers;
using pdh_shim::ThreadStore;

TEST_CASE("a thread keeps its number, which no later thread gets") {
    ThreadNumbers numbers;
    const std::uintptr_t first = numbers.of_this_thread();
    CHECK(numbers.of_this_thread() == first);
    std::set<std::uintptr_t> given{first};
    for (int i = 0; i < 100; ++i) { // the system gives some of these the number of one that has ended
        std::thread([&] { given.insert(numbers.of_this_thread()); }).join();
    }
    CHECK(given.size() == 101);
    CHECK(numbers.of_this_thread() == first);
}

TEST_CASE("a thread gets its newest value, and the oldest of all threads make room") {
    std::atomic<std::size_t> kept = 0;
    ThreadStore<int> store(10, kept);
    store.keep(1, 4);
    store.keep(2, 4);
    CHECK(store.newest() == 2);
    std::thread([&] {
        CHECK_FALSE(store.newest().has_value());
        store.keep(3, 6); // in place of the first
    }).join();
    CHECK(kept == 10);
    CHECK(store.take([](int value, bool is_own) { return value == 3 && is_own; }) == std::nullopt);
    CHECK(store.take([](int, bool) { return true; }) == 2); // and the other thread's goes
    CHECK(kept == 0);
}
