// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

namespace pdh_shim {

std::uint32_t fork_epoch() noexcept {
    return 1; // Windows has no fork()
}

} // namespace pdh_shim
