// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pdh_shim {

/// Tells a process from its ancestors: larger in a child of fork() or clone() than in each process that it
/// descends from, and never 0. What remembers the epoch of its process knows whether it was made in this
/// process or copied from its parent. Processes that do not descend from each other may have the same.
[[nodiscard]] std::uint32_t fork_epoch() noexcept;

} // namespace pdh_shim
