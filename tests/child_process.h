// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "patience.h"

#include <cerrno>
#include <sys/wait.h>
#include <unistd.h>

namespace pdh_shim::test {

/// Wait status of a child of fork() that ends with what the function returns. The alarm ends one that hangs.
template <class Function>
int wait_status_of_child(const Function& function) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(patience);
        _exit(function());
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { // some cases have signals
    }
    return status;
}

/// The same of a child that runs the function: 0 if it returns true.
template <class Function>
int status_of_child(const Function& function) {
    return wait_status_of_child([&function] { return function() ? 0 : 1; });
}

} // namespace pdh_shim::test
