// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/no_cancel.h"

namespace pdh_shim {

// Windows has no cancellation of threads.
NoCancel::NoCancel() noexcept = default;

NoCancel::~NoCancel() = default;

} // namespace pdh_shim
