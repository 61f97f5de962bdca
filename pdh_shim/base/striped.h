// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/lock_rank.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pdh_shim {

/// Mutexes that many objects share: there may be 100,000 objects, each would be larger with a mutex of its
/// own, and fork() would have to lock them all. Threads with different objects seldom wait.
template <class Lock, std::size_t Count, Rank LockRank>
class Striped {
    static_assert(std::has_single_bit(Count));

  public:
    /// The mutex of the object at an address, and of some others.
    [[nodiscard]] Lock& of(const void* object) noexcept {
        constexpr std::uint64_t spreads_bits = 0x9E3779B97F4A7C15; // 2^64 by the golden ratio
        constexpr int rest = 64 - std::countr_zero(Count);
        const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object));
        return mutexes_[static_cast<std::size_t>((address * spreads_bits) >> rest)].mutex;
    }
    /// The mutex of the object with a number, and of each that is a multiple of `Count` further.
    [[nodiscard]] Lock& of_number(std::size_t number) noexcept { return mutexes_[number % Count].mutex; }

  private:
    static constexpr std::size_t cache_line = 64;
    struct alignas(cache_line) OnOneLine {
        Lock mutex{LockRank};
    };

    std::array<OnOneLine, Count> mutexes_;
};

} // namespace pdh_shim
