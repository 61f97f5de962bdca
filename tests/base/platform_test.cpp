// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_thread.h"
#include "base/platform.h"
#include "base/platform/posix/place.h"

#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace platform = pdh_shim::platform;

TEST_CASE("this computer has a name without a domain") {
    const std::string name = platform::machine_name();
    CHECK_FALSE(name.empty());
    CHECK(name.find('.') == std::string::npos);
}

TEST_CASE("the environment is read") {
    setenv("PDH_SHIM_PLATFORM_TEST", "value", 1);
    CHECK(platform::environment("PDH_SHIM_PLATFORM_TEST") == "value");
    CHECK(platform::may_have_variables("PDH_SHIM_"));
    unsetenv("PDH_SHIM_PLATFORM_TEST");
    CHECK_FALSE(platform::environment("PDH_SHIM_PLATFORM_TEST").has_value());
}

TEST_CASE("memory is copied as far as it can be read") {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const memory = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    char* const start = static_cast<char*>(memory);
    std::memset(start, 'x', 2 * page);
    REQUIRE(mprotect(start + 2 * page, page, PROT_NONE) == 0);
    for (const auto copy : {platform::copy_memory, platform::copy_memory_through_pipe}) {
        std::array<std::byte, 100> to{};
        errno = 7;
        CHECK(copy(start + page - 50, to) == 100); // of two pages
        CHECK(to.back() == std::byte{'x'});
        CHECK(copy(start + 2 * page - 30, to) == 30);
        CHECK(copy(start + 2 * page, to) == 0);
        CHECK(copy(nullptr, to) == 0);
        CHECK(copy(reinterpret_cast<const void*>(16), to) == 0);
        CHECK(copy(reinterpret_cast<const void*>(~std::uintptr_t{0} - 3), to) == 0);
        CHECK(errno == 7);
    }
    munmap(memory, 3 * page);
}

TEST_CASE("threads have different numbers") {
    const auto own = platform::thread_id();
    CHECK(platform::thread_id() == own);
    std::uint64_t other = own;
    std::thread([&] { other = platform::thread_id(); }).join();
    CHECK(other != own);
}

using pdh_shim::NoCancel;

namespace {

int cancel_state() {
    int state = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_setcancelstate(state, nullptr);
    return state;
}

} // namespace

TEST_CASE("a thread cannot be cancelled for as long as it says so, and then as before") {
    REQUIRE(cancel_state() == PTHREAD_CANCEL_ENABLE);
    {
        const NoCancel outer;
        CHECK(cancel_state() == PTHREAD_CANCEL_DISABLE);
        { const NoCancel inner; }
        CHECK(cancel_state() == PTHREAD_CANCEL_DISABLE);
    }
    CHECK(cancel_state() == PTHREAD_CANCEL_ENABLE);
}

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

using pdh_shim::Status;
using pdh_shim::platform::decode;

TEST_CASE("text is read in an encoding that the system knows") {
    CHECK(decode("CP1252", "a\x80").value() == u"a\u20AC");
    CHECK(decode("CP932", "\x93\xFA\x96\x7B").value() == u"\u65E5\u672C");
    CHECK(decode("CP1252", "").value().empty());
}

TEST_CASE("an unknown encoding and bytes that are not text in it are different errors") {
    CHECK(decode("no such encoding", "a").error() == Status::not_implemented);
    CHECK(decode("CP932", "\x93").error() == Status::invalid_argument);
    CHECK(decode("UTF-8", "\xFF").error() == Status::invalid_argument);
}
