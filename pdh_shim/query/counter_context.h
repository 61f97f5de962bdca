// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "query/scale_policy.h"

#include <atomic>

namespace pdh_shim::query {

/// What all counters of a process need.
struct CounterContext {
    std::atomic<ScalePolicy> scale_policy{ScalePolicy::by_source};
};

} // namespace pdh_shim::query
