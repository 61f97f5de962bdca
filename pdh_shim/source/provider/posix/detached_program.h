// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::source::provider {

/// Starts a program that is not a child, so that the calling program's wait(), SIGCHLD and process numbers
/// do not include it. It leads a new session; its signals have their default actions, its standard
/// output goes nowhere, and of the descriptors it has these two under the given numbers, and standard error.
/// (The system gives it to the calling program after all if this asked for orphans: the first process of a
/// container, or a PR_SET_CHILD_SUBREAPER.)
struct DetachedProgram {
    std::string program;
    std::string argument;
    int standard_input = -1;
    int socket = -1;
    int socket_number = -1; ///< what `socket` becomes

    /// 0, or the error of the system.
    [[nodiscard]] int start() const;
};

} // namespace pdh_shim::source::provider
