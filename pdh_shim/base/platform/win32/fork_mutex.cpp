// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"

#include <mutex>

namespace pdh_shim {

// There is no fork().
void ForkLockable::enlist() noexcept {}

void ForkLockable::delist() noexcept {}

} // namespace pdh_shim
