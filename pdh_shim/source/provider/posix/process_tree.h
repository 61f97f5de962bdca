// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

// The processes below the supervisor (host_channel.h), which takes in those whose parents have ended.

namespace pdh_shim::source::provider {

/// Has all descendants of this process whose parents end become its children. Called before there are any.
void adopt_orphans() noexcept;

/// Ends all children of this process, their children and so on, and waits until they are gone.
/// @param first  one of them, the leader of a process group; not waited for yet
/// @return its status of waitpid()
[[nodiscard]] int end_descendants(pid_t first) noexcept;

} // namespace pdh_shim::source::provider
