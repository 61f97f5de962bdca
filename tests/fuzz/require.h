// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

/// Ends a fuzz target, which is a finding, where a property does not hold.
inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}
