// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace platform = pdh_shim::platform;

#if !defined(__powerpc__) && !defined(__s390__)

TEST_CASE("the run time of a process grows while it runs, and only then") {
    const pid_t child = fork();
    if (child == 0) {
        for (;;) {
            raise(SIGSTOP);
        }
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, WUNTRACED) == child);
    const auto stopped = platform::run_time(child);
    REQUIRE(stopped);
    CHECK(*stopped > 0);
    CHECK(platform::run_time(child) == stopped);
    kill(child, SIGCONT);
    REQUIRE(waitpid(child, &status, WUNTRACED) == child);
    CHECK(platform::run_time(child) > stopped);
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, &status, 0) == child);
    errno = 7;
    CHECK_FALSE(platform::run_time(child).has_value());
    CHECK_MESSAGE(errno == 7, "it is the program's");
}

#endif
