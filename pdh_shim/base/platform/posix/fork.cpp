// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locks.h"
#include "base/platform.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace pdh_shim {
namespace {

// The word with the epoch of this process; 0 in a child that has not asked for its epoch. The system's own
// number of a process would cost a system call for every file that is read.
class EpochWord {
  public:
    [[nodiscard]] std::uint32_t epoch() noexcept {
        std::uint32_t epoch = word_->load(std::memory_order_relaxed);
        if (epoch == 0) {
            const std::uint32_t next =
                ++newest_; // first: a child that is forked in between gets a larger one
            epoch = word_->compare_exchange_strong(epoch, next) ? next : epoch;
        }
        return epoch;
    }

    void forget() noexcept { word_->store(0, std::memory_order_relaxed); }

    /// Puts the word on a page that the kernel clears in every child.
    void use_cleared_page() noexcept {
#ifdef MADV_WIPEONFORK
        const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        void* const page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            return;
        }
        if (madvise(page, size, MADV_WIPEONFORK) != 0) {
            munmap(page, size);
            return;
        }
        word_ = new (page) std::atomic<std::uint32_t>(epoch());
#endif
    }

  private:
    std::atomic<std::uint32_t> newest_{1}; // that this process or an ancestor had
    std::atomic<std::uint32_t> usual_{1};  // where the system lacks such a page
    std::atomic<std::uint32_t>* word_ = &usual_;
};

constinit EpochWord own_word;

// When the library is loaded. Without such a page a child of clone(), which runs no handlers, has the epoch
// of its parent. Some emulators of Linux do not clear the page although they say so.
[[gnu::constructor]] void prepare_epoch() {
    own_word.use_cleared_page();
    pthread_atfork(nullptr, nullptr, [] { own_word.forget(); });
}

} // namespace

std::uint32_t fork_epoch() noexcept {
    return own_word.epoch();
}

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
