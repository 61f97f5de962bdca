// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/lock_rank.h"

#ifdef PDH_SHIM_LOCK_RANKS

#include <array>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace pdh_shim::ranks {
namespace {

constexpr std::array<const char*, 7> rank_names{
    "last", "leaf", "state", "foreign", "start", "collect", "log"};

thread_local unsigned held_ranks = 0; // a bit for each

constexpr unsigned bit_of(Rank rank) noexcept {
    return 1U << static_cast<unsigned>(rank);
}

} // namespace

void take(Rank rank) noexcept {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(held_ranks));
    const auto wanted = static_cast<std::size_t>(rank);
    if (held_ranks != 0 && lowest <= wanted) {
        std::fprintf(stderr, "pdh-shim: a lock of rank %s is taken under one of rank %s\n",
            rank_names[wanted], rank_names[lowest]);
        std::abort();
    }
    held_ranks |= bit_of(rank);
}

void leave(Rank rank) noexcept {
    held_ranks &= ~bit_of(rank);
}

unsigned forget() noexcept {
    return std::exchange(held_ranks, 0U);
}

void restore(unsigned held) noexcept {
    held_ranks = held;
}

} // namespace pdh_shim::ranks

#endif
