// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locks.h"

#include "base/lazy.h"

#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <pthread.h>
#include <thread>

namespace pdh_shim {

// Its owner is running on another processor, or waits for one. If it waits because this thread has the higher
// priority, it can continue only while this thread sleeps.
void SpinLock::wait() const noexcept {
    const NoCancel no_cancel;
    constexpr int looks = 100;
    constexpr int yields = 100;
    for (int i = 0; taken_.load(std::memory_order_relaxed); ++i) {
        if (i >= looks + yields) {
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        } else if (i >= looks) {
            std::this_thread::yield();
        }
    }
}

LongMutex::Lock LongMutex::lock() {
    return Lock(held_.use([this](const Held* parents) {
        auto own = std::make_shared<Held>(rank_);
        own->interrupted = parents->busy || parents->interrupted;
        return own;
    }));
}

} // namespace pdh_shim

#ifdef PDH_SHIM_LOCK_RANKS
namespace pdh_shim::ranks {
namespace {

constexpr std::array<const char*, 7> rank_names{
    "last", "leaf", "state", "foreign", "start", "collect", "log"};

// The ranks that a thread holds, a bit for each. Not a thread_local: see ThreadNumbers.
struct HeldRanks {
    std::optional<pthread_key_t> key = []() -> std::optional<pthread_key_t> {
        pthread_key_t made{};
        return pthread_key_create(&made, nullptr) == 0 ? std::optional(made) : std::nullopt;
    }();
};
constinit Singleton<HeldRanks> held_ranks;

unsigned held() noexcept {
    const auto& key = held_ranks.get().key;
    return key ? static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(pthread_getspecific(*key))) : 0;
}

constexpr unsigned bit_of(Rank rank) noexcept {
    return 1U << static_cast<unsigned>(rank);
}

} // namespace

void take(Rank rank) noexcept {
    const unsigned before = held();
    const auto lowest = static_cast<std::size_t>(std::countr_zero(before));
    const auto wanted = static_cast<std::size_t>(rank);
    if (before != 0 && lowest <= wanted) {
        std::fprintf(stderr, "pdh-shim: a lock of rank %s is taken under one of rank %s\n",
            rank_names[wanted], rank_names[lowest]);
        std::abort();
    }
    restore(before | bit_of(rank));
}

void leave(Rank rank) noexcept {
    restore(held() & ~bit_of(rank));
}

unsigned forget() noexcept {
    const unsigned before = held();
    restore(0);
    return before;
}

void restore(unsigned ranks) noexcept {
    if (const auto& key = held_ranks.get().key) {
        pthread_setspecific(*key, reinterpret_cast<const void*>(std::uintptr_t{ranks}));
    }
}

} // namespace pdh_shim::ranks

#endif
