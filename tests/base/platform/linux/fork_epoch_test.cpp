// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "child_process.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using pdh_shim::fork_epoch;

namespace {

/// Wait status of a child that the C library does not know of, so that no fork handler runs: 0 if the
/// function returns true.
template <class Function>
int status_of_cloned(const Function& function) {
#ifdef __s390__
    const long child = syscall(SYS_clone, 0, SIGCHLD, 0, 0, 0);
#else
    const long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
    if (child == 0) {
        alarm(pdh_shim::test::patience);
        _exit(function() ? 0 : 1);
    }
    int status = -1;
    while (waitpid(static_cast<pid_t>(child), &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/// Whether this kernel clears a page in children. Emulators say that they do, and do not.
bool clears_pages() {
    const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(page != MAP_FAILED);
    auto* const word = static_cast<volatile int*>(page);
    *word = 1;
    const bool clears =
        madvise(page, size, MADV_WIPEONFORK) == 0 && status_of_cloned([&] { return *word == 0; }) == 0;
    munmap(page, size);
    return clears;
}

} // namespace

TEST_CASE("a child of clone() without fork handlers has a larger epoch, as do its children") {
    if (!clears_pages()) {
        MESSAGE("the kernel clears no page in children");
        return;
    }
    const std::uint32_t epoch = fork_epoch();
    CHECK(status_of_cloned([&] {
        const std::uint32_t own = fork_epoch();
        return own > epoch && status_of_cloned([&] { return fork_epoch() > own; }) == 0;
    }) == 0);
    CHECK(fork_epoch() == epoch);
}
