// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/last_failure.h"

#include "base/fork_mutex.h"
#include "base/thread_numbers.h"
#include "base/unload.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <list>
#include <mutex>
#include <utility>

namespace pdh_shim {
namespace {

struct KeptFailure {
    std::uintptr_t thread; // of ThreadNumbers
    LastFailure failure;
};

struct KeptFailures : private boost::noncopyable {
    ~KeptFailures() {
        if (!list.empty()) { // one that was made by two threads at once, and is not used, has none
            last_failures = 0;
        }
    }

    /// Moves the failure of a thread out, under the mutex.
    void take(std::uintptr_t thread, std::list<KeptFailure>& taken) noexcept {
        const auto kept = std::ranges::find(list, thread, &KeptFailure::thread);
        if (kept != list.end()) {
            taken.splice(taken.end(), list, kept);
        }
    }

    ThreadNumbers threads;
    ForkMutex mutex;             // guards what follows
    std::list<KeptFailure> list; // oldest first
};

KeptFailures& kept_failures() {
    static constinit Singleton<KeptFailures> instance;
    return instance.get();
}

// At the end of a character of UTF-8.
void cut(std::string& message) {
    std::size_t size = std::min(message.size(), longest_kept_message);
    while (size < message.size() && (static_cast<unsigned char>(message[size]) & 0xC0U) == 0x80U) {
        --size;
    }
    message.resize(size);
}

} // namespace

std::atomic<std::size_t> last_failures{0};

void keep_last_failure(const Failure& failure) noexcept {
    try {
        KeptFailures& kept = kept_failures();
        std::list<KeptFailure> newest;
        newest.push_back({kept.threads.of_this_thread(), {failure.status(), failure.message()}});
        std::string& message = newest.front().failure.message;
        cut(message);
        std::list<KeptFailure> forgotten; // freed after the lock, as below
        const std::scoped_lock lock(kept.mutex);
        kept.take(newest.front().thread, forgotten);
        if (kept.list.size() == most_last_failures) {
            forgotten.splice(forgotten.end(), kept.list, kept.list.begin());
        }
        kept.list.splice(kept.list.end(), newest);
        last_failures = kept.list.size();
    } catch (const std::exception&) {
        return; // the caller has the status all the same
    }
}

std::optional<LastFailure> last_failure() {
    if (last_failures == 0) {
        return std::nullopt;
    }
    KeptFailures& kept = kept_failures();
    const std::uintptr_t thread = kept.threads.of_this_thread();
    const std::scoped_lock lock(kept.mutex);
    const auto own = std::ranges::find(kept.list, thread, &KeptFailure::thread);
    return own == kept.list.end() ? std::nullopt : std::optional(own->failure);
}

void forget_last_failure() noexcept {
    if (last_failures == 0) {
        return;
    }
    KeptFailures& kept = kept_failures(); // which is there already
    const std::uintptr_t thread = kept.threads.of_this_thread();
    std::list<KeptFailure> forgotten;
    const std::scoped_lock lock(kept.mutex);
    kept.take(thread, forgotten);
    last_failures = kept.list.size();
}

} // namespace pdh_shim
