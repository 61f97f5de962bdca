// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <utility>

namespace pdh_shim {

/// Numbers threads. A number is never reused, unlike the system's own numbers. It needs no
/// thread_local: in a library that is loaded late, its memory is allocated at the first use in a thread, and
/// if there is no memory the C library ends the program.
class ThreadNumbers {
  public:
    ThreadNumbers() noexcept;
    ~ThreadNumbers();

    /// The calling thread's number. A new one in each call if the system has no key to store it.
    [[nodiscard]] std::uintptr_t of_this_thread() noexcept;

  private:
    std::optional<std::uintptr_t> key_; // where each thread stores its number
    std::atomic<std::uintptr_t> newest_{0};
};

/// Values that are kept for threads from one call to the next. A thread may never call again, so the library
/// keeps them and not the thread, and all threads together have a limit: the oldest values make room.
template <class Value>
class ThreadStore {
  public:
    /// @param kept gets the size of all that is kept. While it is 0, nobody needs to ask for anything.
    ThreadStore(std::size_t most, std::atomic<std::size_t>& kept) noexcept : most_(most), kept_(kept) {}
    ~ThreadStore() {
        if (!entries_.empty()) { // one that was made by two threads at once, and is not used, has none
            kept_ = 0;
        }
    }

    /// Keeps a value of this size for the calling thread.
    void keep(Value value, std::size_t size) {
        std::list<Entry> fresh;
        fresh.push_back({threads_.of_this_thread(), size, std::move(value)});
        std::list<Entry> forgotten; // freed after the lock, as below
        const std::scoped_lock lock(mutex_);
        while (!entries_.empty() && kept_ + size > most_) {
            move_out(entries_.begin(), forgotten);
        }
        kept_ += size;
        entries_.splice(entries_.end(), fresh);
    }

    /// Takes those values out that `is_taken(value, is_of_this_thread)`. Returns the newest one of the
    /// thread.
    template <class IsTaken>
    std::optional<Value> take(const IsTaken& is_taken) {
        const std::uintptr_t thread = threads_.of_this_thread();
        std::list<Entry> others;
        std::list<Entry> own;
        {
            const std::scoped_lock lock(mutex_);
            for (auto entry = entries_.begin(); entry != entries_.end();) {
                const auto next = std::next(entry);
                if (is_taken(std::as_const(entry->value), entry->thread == thread)) {
                    move_out(entry, entry->thread == thread ? own : others);
                }
                entry = next;
            }
        }
        return own.empty() ? std::nullopt : std::optional(std::move(own.back().value));
    }

    /// A copy of the newest value of the calling thread.
    [[nodiscard]] std::optional<Value> newest() {
        const std::uintptr_t thread = threads_.of_this_thread();
        const std::scoped_lock lock(mutex_);
        for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
            if (entry->thread == thread) {
                return entry->value;
            }
        }
        return std::nullopt;
    }

  private:
    struct Entry {
        std::uintptr_t thread;
        std::size_t size;
        Value value;
    };

    void move_out(typename std::list<Entry>::iterator entry, std::list<Entry>& to) noexcept {
        kept_ -= entry->size;
        to.splice(to.end(), entries_, entry);
    }

    const std::size_t most_;
    std::atomic<std::size_t>& kept_; // written under the mutex
    ThreadNumbers threads_;
    ForkMutex mutex_;          // guards what follows
    std::list<Entry> entries_; // oldest first
};

} // namespace pdh_shim
