// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "fixture.h"

#include <span>

namespace pdh_shim::torture {

/// A call that does not change the subject's values if it succeeds.
struct Call {
    const char* name; ///< of the function, without the A or W of its text
    PDH_STATUS (*call)(Fixture& fixture);
};

/// One for each exported function that uses a resource of the system.
[[nodiscard]] std::span<const Call> calls();

} // namespace pdh_shim::torture
