// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"
#include "query/scale_policy.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pdh_shim::query {

/// What the counters of a process share.
class CounterCommons : boost::noncopyable {
  public:
    std::atomic<ScalePolicy> scale_policy{ScalePolicy::by_source};

    /// The mutex of a counter, and of some others. There may be 100,000 counters: each would be larger with
    /// a mutex of its own, and fork() would have to lock them all.
    [[nodiscard]] ForkMutex& mutex_of(const void* counter) noexcept {
        constexpr std::uint64_t spreads_bits = 0x9E3779B97F4A7C15; // 2^64 by the golden ratio
        constexpr int rest = 64 - std::countr_zero(mutexes);
        const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(counter));
        return mutexes_[static_cast<std::size_t>((address * spreads_bits) >> rest)].mutex;
    }

  private:
    static constexpr std::size_t mutexes = 64;
    static constexpr std::size_t cache_line = 64;
    struct alignas(cache_line) OnOneLine {
        ForkMutex mutex{ForkMutex::Order::outer};
    };

    std::array<OnOneLine, mutexes> mutexes_;
};

} // namespace pdh_shim::query
