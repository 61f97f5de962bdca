// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string>
#include <vector>

namespace pdh_shim::helper {

/// A program that is installed with the library.
struct HelperProgram {
    std::string name;                   ///< of its file: `pdh-provider-host`
    std::vector<std::string> arguments; ///< every user of the machine can read them
};

/// Variable that the program finds only in a process with rights that the user who started it lacks
/// (platform::is_privileged_start()); of its others it gets only PATH.
inline constexpr const char* privileged_mark = "PDH_SHIM_PRIVILEGED";

/// Starts a program that is not a child, so that the calling program's wait(), SIGCHLD and process numbers
/// do not include it. It leads a new session; its signals have their default actions, its standard output
/// goes nowhere, and of the descriptors it has these two, under the numbers of worker.h, and standard error.
/// (The system gives it to the calling program after all if this asked for orphans: the first process of a
/// container, or a PR_SET_CHILD_SUBREAPER.)
/// @retval memory_allocation_failure not now
/// @retval file_not_found there is no such program
/// @retval access_denied this process belongs to root, and others can change it
[[nodiscard]] Result<void, Failure> start_detached(const HelperProgram& program, int control, int worker);

} // namespace pdh_shim::helper
