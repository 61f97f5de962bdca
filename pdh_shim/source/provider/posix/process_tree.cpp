// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/posix/process_tree.h"

#include "base/named_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>

namespace pdh_shim::source::provider {
namespace {

// False if the system does not list them.
bool kill_children() noexcept {
    const FileStream list(std::fopen("/proc/thread-self/children", "re"));
    if (list == nullptr) {
        return false;
    }
    std::array<char, 32> number{};
    while (std::fscanf(list.get(), "%31s", number.data()) == 1) {
        pid_t child = 0;
        const char* const end = number.data() + std::strlen(number.data());
        const auto read = std::from_chars(number.data(), end, child);
        if (read.ec == std::errc() && read.ptr == end && child > 0) { // else kill() would mean a group
            kill(child, SIGKILL);
        }
    }
    return true;
}

} // namespace

void adopt_orphans() noexcept {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int end_descendants(pid_t first) noexcept {
    int first_status = 0;
    // Only this loop waits for children of this process: until then their numbers stay valid. The group is
    // that of `first`, which lives or waits to be reaped.
    kill(-first, SIGKILL);
    kill(first, SIGKILL);
    for (;;) {
        const bool all_killed = kill_children();
        int status = 0;
        const pid_t ended = waitpid(-1, &status, all_killed ? 0 : WNOHANG);
        if (ended == first) {
            first_status = status;
        } else if (ended == 0 || (ended < 0 && errno != EINTR)) {
            return first_status;
        }
    }
}

} // namespace pdh_shim::source::provider
