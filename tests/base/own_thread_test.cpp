// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"

#include <doctest/doctest.h>

#include <csignal>

using pdh_shim::start_thread;

TEST_CASE("a thread of the library's blocks the program's signals, but for its own faults") {
    sigset_t inside{};
    start_thread([&] { pthread_sigmask(SIG_SETMASK, nullptr, &inside); }).join();
    for (const int signal : {SIGTERM, SIGINT, SIGCHLD, SIGALRM, SIGUSR1, SIGPROF, SIGRTMIN}) {
        CHECK(sigismember(&inside, signal) == 1);
    }
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
        CHECK(sigismember(&inside, signal) == 0);
    }
}

TEST_CASE("the thread that starts one keeps its signals") {
    sigset_t before{};
    sigset_t after{};
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    start_thread([] {}).join();
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (const int signal : {SIGTERM, SIGINT, SIGCHLD, SIGUSR1}) {
        CHECK(sigismember(&after, signal) == sigismember(&before, signal));
    }
}
