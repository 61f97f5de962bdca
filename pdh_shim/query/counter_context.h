// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"
#include "base/striped.h"
#include "query/scale_policy.h"

#include <boost/noncopyable.hpp>

#include <atomic>

namespace pdh_shim::query {

/// What all counters of a process need: the scale policy, and their mutexes.
class CounterContext : boost::noncopyable {
  public:
    std::atomic<ScalePolicy> scale_policy{ScalePolicy::by_source};

    /// The mutex of a counter, and of some others.
    [[nodiscard]] ForkMutex& mutex_of(const void* counter) noexcept { return mutexes_.of(counter); }

  private:
    Striped<ForkMutex, 64, Rank::state> mutexes_;
};

} // namespace pdh_shim::query
