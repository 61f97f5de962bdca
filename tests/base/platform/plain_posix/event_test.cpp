// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "base/platform/posix/place.h"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <unistd.h>

namespace platform = pdh_shim::platform;

namespace {

void* as_handle(int descriptor) {
    return reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
}

struct Pipe {
    Pipe() { REQUIRE(pipe(ends.data()) == 0); }
    ~Pipe() {
        close(ends[0]);
        close(ends[1]);
    }

    // The sum of what was written.
    [[nodiscard]] std::uint64_t take() const {
        REQUIRE(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
        std::uint64_t sum = 0;
        for (std::uint64_t one = 0; read(ends[0], &one, sizeof one) == sizeof one;) {
            sum += one;
        }
        return sum;
    }

    std::array<int, 2> ends{};
};

} // namespace

TEST_CASE("an event is set through the end of a pipe") {
    const Pipe pipe;
    auto event = platform::open_event(as_handle(pipe.ends[1]));
    REQUIRE(event.has_value());
    event.value()->set();
    event.value()->set();
    CHECK(pipe.take() == 2);
}

TEST_CASE("an event whose pipe nobody reads any more raises no signal") {
    Pipe pipe;
    auto event = platform::open_event(as_handle(pipe.ends[1]));
    REQUIRE(event.has_value());
    close(pipe.ends[0]);
    event.value()->set(); // SIGPIPE would end this program
    pipe.ends[0] = -1;
}

TEST_CASE("an event whose pipe is full does not wait") {
    const Pipe pipe;
    auto event = platform::open_event(as_handle(pipe.ends[1]));
    REQUIRE(event.has_value());
    for (int times = 0; times < 100'000; ++times) {
        event.value()->set();
    }
    CHECK(pipe.take() > 0);
}

TEST_CASE("only a handle of a pipe's writing end is taken") {
    const Pipe pipe;
    CHECK(platform::open_event(as_handle(-1)).error() == pdh_shim::Status::invalid_argument);
    CHECK(platform::open_event(as_handle(987'654)).error() == pdh_shim::Status::invalid_argument);
    CHECK(platform::open_event(as_handle(pipe.ends[0])).error() == pdh_shim::Status::invalid_argument);
}

TEST_CASE("a signal pending for this thread is taken; one for the process blocks nobody") {
    sigset_t signal{};
    sigset_t before{};
    sigemptyset(&signal);
    sigaddset(&signal, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signal, &before);
    const auto is_pending = [] {
        sigset_t pending{};
        return sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1;
    };
    platform::take_signal(signal); // there is none
    pthread_kill(pthread_self(), SIGUSR1);
    CHECK(is_pending());
    platform::take_signal(signal);
    CHECK_FALSE(is_pending());
    kill(getpid(), SIGUSR1);
    platform::take_signal(signal); // takes it or leaves it, as the system has it
    if (is_pending()) {
        int taken = 0;
        sigwait(&signal, &taken);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}
