// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_mutex.h"

#include <array>
#include <atomic>
#include <pthread.h>

namespace pdh_shim {
namespace {

constexpr std::array ranks_of_fork_mutexes{Rank::state, Rank::leaf, Rank::last}; // as a thread takes them

void lock_all() noexcept {
    for (const Rank rank : ranks_of_fork_mutexes) {
        ForkMutex::lock_all(rank);
        BriefForkMutex::lock_all(rank);
    }
}

void unlock_all() noexcept {
    for (const Rank rank : ranks_of_fork_mutexes) {
        ForkMutex::unlock_all(rank);
        BriefForkMutex::unlock_all(rank);
    }
}

// When the library is loaded. libstdc++ makes what std::atomic waits with at its first use (seen with GCC
// 16): a thread that is at it is not there in a child of fork(), which would wait for it when it unlocks.
[[gnu::constructor]] void prepare_fork_mutexes() {
    std::atomic<int>().notify_one();
    pthread_atfork(lock_all, unlock_all, unlock_all);
}

} // namespace
} // namespace pdh_shim
