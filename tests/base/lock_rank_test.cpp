// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/foreign_call.h"
#include "base/locks.h"
#include "child_process.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <mutex>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using pdh_shim::ForkMutex;
using pdh_shim::LongMutex;
using pdh_shim::Mutex;
using pdh_shim::Rank;
using pdh_shim::test::status_of_child;

namespace {

#ifdef PDH_SHIM_LOCK_RANKS
constexpr bool are_ranks_checked = true;
#else
constexpr bool are_ranks_checked = false;
#endif

/// What a child writes to standard error until it is ended for taking locks in the wrong order; empty if it
/// is not ended.
template <class Function>
std::string end_of_child(const Function& function) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const int status = pdh_shim::test::wait_status_of_child([&] {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL); // doctest has a handler
        function();
        return 0;
    });
    close(ends[1]);
    std::array<char, 200> text{};
    const ssize_t size = read(ends[0], text.data(), text.size());
    close(ends[0]);
    const bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    return aborted && size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

} // namespace

TEST_CASE("a lock of a higher rank taken under a lower one ends the program, which says so") {
    ForkMutex leaf;
    Mutex state(Rank::state);
    const std::string text = end_of_child([&] {
        const std::scoped_lock inner(leaf);
        const std::scoped_lock outer(state);
    });
    CHECK(text ==
          (are_ranks_checked ? "pdh-shim: a lock of rank state is taken under one of rank leaf\n" : ""));
}

TEST_CASE("two locks of one rank do not nest, but one may be made under the other") {
    ForkMutex first;
    ForkMutex second;
    const std::string nested = end_of_child([&] {
        const std::scoped_lock outer(first);
        const std::scoped_lock inner(second);
    });
    CHECK(nested ==
          (are_ranks_checked ? "pdh-shim: a lock of rank leaf is taken under one of rank leaf\n" : ""));
    const std::scoped_lock outer(first);
    const ForkMutex inner;
}

TEST_CASE("locks are taken in the order of their ranks, whatever the order of their release") {
    LongMutex log(Rank::log);
    Mutex collect(Rank::collect);
    ForkMutex state(Rank::state);
    ForkMutex leaf;
    Mutex last(Rank::last);
    for (int i = 0; i < 2; ++i) {
        const auto outermost = log.lock();
        std::unique_lock second(collect);
        const std::scoped_lock third(state);
        second.unlock();
        const std::scoped_lock fourth(leaf);
        Mutex::Waiting waiting(last);
        CHECK(waiting.lock().owns_lock());
    }
    CHECK(status_of_child([&] { // which can take them all again
        const auto outermost = log.lock();
        const std::scoped_lock second(collect);
        const std::scoped_lock third(state);
        return true;
    }) == 0);
}

TEST_CASE("foreign code may take locks in order again, and so may another thread") {
    Mutex leaf(Rank::leaf);
    Mutex state(Rank::state);
    const std::scoped_lock held(leaf);
    CHECK(pdh_shim::call_foreign("collect", [&] {
        const std::scoped_lock lock(state);
        return 5;
    }).value() == 5);
    std::thread([&] { const std::scoped_lock lock(state); }).join();
    const std::string text = end_of_child([&] {
        static_cast<void>(pdh_shim::call_foreign("collect", [] {}));
        const std::scoped_lock lock(state); // the caller's ranks count again
    });
    CHECK(text.empty() == !are_ranks_checked);
}
