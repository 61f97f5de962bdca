// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/withheld_signal.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <pthread.h>

using pdh_shim::platform::WithheldSignal;

namespace {

bool is_pending(int number) {
    sigset_t pending{};
    sigpending(&pending);
    return sigismember(&pending, number) == 1;
}

bool is_blocked(int number) {
    sigset_t blocked{};
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return sigismember(&blocked, number) == 1;
}

} // namespace

TEST_CASE("a signal of this thread does not reach the program, and errno is kept") {
    REQUIRE_FALSE(is_blocked(SIGPIPE));
    {
        const WithheldSignal withheld(SIGPIPE);
        CHECK(is_blocked(SIGPIPE));
        pthread_kill(pthread_self(), SIGPIPE);
        CHECK(is_pending(SIGPIPE));
        errno = EPIPE;
    }
    CHECK(errno == EPIPE);
    CHECK_FALSE(is_pending(SIGPIPE));
    CHECK_FALSE(is_blocked(SIGPIPE));
}

TEST_CASE("a signal that was pending before stays pending") {
    sigset_t pipe_signal{};
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
    pthread_kill(pthread_self(), SIGPIPE);
    {
        const WithheldSignal withheld(SIGPIPE);
        pthread_kill(pthread_self(), SIGPIPE);
    }
    CHECK(is_pending(SIGPIPE));
    CHECK(is_blocked(SIGPIPE));
    pdh_shim::platform::take_signal(pipe_signal);
    pthread_sigmask(SIG_UNBLOCK, &pipe_signal, nullptr);
}
