// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"

#include <cstdint>
#include <functional>

namespace pdh_shim::source::provider {

/// Runs `job` in a new thread, and waits for it until `limit` ticks of 100 ns have passed on the
/// clock. An overdue job continues until it returns, so it must own all that it uses. A job that
/// ends its thread (pthread_exit()) has ended in time.
/// @retval async_query_timeout it is overdue
/// @retval memory_allocation_failure the system gives no thread
[[nodiscard]] Result<void> run_within(Clock& clock, std::int64_t limit, std::function<void()> job);

} // namespace pdh_shim::source::provider
