// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/platform.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace pdh_shim {

/// The order in which a thread takes locks, the highest rank first: it takes none of the same or a higher
/// rank than one that it holds, so two of one rank never nest. THREADS.md lists all locks.
enum class Rank : std::uint8_t {
    last,    ///< nothing is taken under it
    leaf,    ///< of a few variables: under it, at most something is logged
    state,   ///< of something larger, whose parts have locks of their own
    foreign, ///< held while code of others runs, or while a log is read
    start,   ///< held while sources start
    collect, ///< held during a collect
    log      ///< held while a record is written, for which a query may be collected
};

/// Whether locks are taken in the order of their ranks. Only with the build option lock_ranks, which the
/// tests set: a violation ends the program.
namespace ranks {

#ifdef PDH_SHIM_LOCK_RANKS
/// To be called before a lock is taken. Ends the program if this thread holds one of this or a lower rank.
void take(Rank rank) noexcept;
void leave(Rank rank) noexcept;
/// The ranks that this thread holds, which it forgets. A bit for each.
[[nodiscard]] unsigned forget() noexcept;
void restore(unsigned ranks) noexcept;
#else
inline void take(Rank /*rank*/) noexcept {}
inline void leave(Rank /*rank*/) noexcept {}
[[nodiscard]] inline unsigned forget() noexcept {
    return 0;
}
inline void restore(unsigned /*ranks*/) noexcept {}
#endif

/// Surrounds a call of code of others. The order begins anew there: a plug-in that breaks the rule of
/// source.h, and calls functions of PDH, is not a fault of the library.
class Anew : boost::noncopyable {
  public:
    Anew() noexcept : held_(forget()) {}
    ~Anew() { restore(held_); }

  private:
    const unsigned held_;
};

} // namespace ranks

/// A mutex of one word. The thread sanitizer stops a program that holds more than 64 of the system's mutexes
/// at once, as fork() does with ForkMutex; it sees this one as an atomic number.
class FutexLock {
#ifdef _WIN32 // MinGW's std::atomic::wait() was seen not to return
  public:
    void lock() noexcept;
    void unlock() noexcept;

  private:
    void* srw_lock_ = nullptr;
#else
  public:
    void lock() noexcept {
        int state = open;
        if (!state_.compare_exchange_strong(state, locked, std::memory_order_acquire)) {
            wait();
        }
    }
    void unlock() noexcept {
        if (state_.exchange(open, std::memory_order_release) == waited_for) {
            state_.notify_one();
        }
    }

  private:
    static constexpr int open = 0;
    static constexpr int locked = 1;
    static constexpr int waited_for = 2; // locked, and threads may be waiting

    void wait() noexcept {
        while (state_.exchange(waited_for, std::memory_order_acquire) != open) {
            state_.wait(waited_for, std::memory_order_relaxed);
        }
    }

    std::atomic<int> state_{open};
#endif
};

/// A lock for a few instructions that neither wait nor allocate memory. Taking a free lock is one atomic
/// operation, and releasing it is one store; a mutex needs more, since it tracks its waiting threads.
class SpinLock {
  public:
    void lock() noexcept {
        while (taken_.exchange(true, std::memory_order_acquire)) {
            wait();
        }
    }
    void unlock() noexcept { taken_.store(false, std::memory_order_release); }

  private:
    void wait() const noexcept;

    std::atomic<bool> taken_{false};
};

/// The system's mutex, with a rank. A child of fork() may inherit it locked by a thread that it does not
/// have: it is for what a child leaves to its parent (ForkOwned), and for systems without fork().
class Mutex {
  public:
    explicit Mutex(Rank rank) noexcept : rank_(rank) {}

    void lock() {
        ranks::take(rank_);
        mutex_.lock();
    }
    void unlock() noexcept {
        ranks::leave(rank_); // before others may lock and destroy it
        mutex_.unlock();
    }

    /// Holds it, and lets a condition variable release it while it waits.
    class Waiting {
      public:
        explicit Waiting(Mutex& mutex) : held_(mutex), lock_(mutex.mutex_, std::adopt_lock) {}
        ~Waiting() { static_cast<void>(lock_.release()); } // unlocked by the other member

        [[nodiscard]] std::unique_lock<std::mutex>& lock() noexcept { return lock_; }

      private:
        const std::scoped_lock<Mutex> held_;
        std::unique_lock<std::mutex> lock_;
    };

  private:
    std::mutex mutex_;
    const Rank rank_;
};

/// A mutex that fork() waits for: no child inherits it locked by a thread that it does not have, nor
/// half-changed data that it guards. For everything of its parent that a child may use.
///
/// There may be 100,000 of them. So each uses one of a few locks of its rank in turn: fork() takes all these
/// locks, which no mutex creates or destroys, and threads with different mutexes seldom wait for each other.
/// Two mutexes of one rank may have the same lock, so a thread that held one and took the other would wait
/// for itself: the order of ranks forbids it.
///
/// Nothing that runs under it may fork, wait for another thread, call back into the program, or wait for a
/// file.
template <class Lock>
class BasicForkMutex : boost::noncopyable {
  public:
    /// @param rank state, leaf or last: tests/rules.py checks it
    explicit BasicForkMutex(Rank rank = Rank::leaf) noexcept
        : number_(static_cast<std::uint8_t>(first_of(rank) + next++ % locks_per_rank)) {}

    void lock() noexcept {
        ranks::take(rank());
        shared_locks[number_].lock.lock();
    }
    void unlock() noexcept {
        Lock& lock = shared_locks[number_].lock;
        ranks::leave(rank()); // before others may lock and destroy it
        lock.unlock();
    }

    /// All of a rank, for fork().
    static void lock_all(Rank rank) noexcept {
        for (std::size_t i = 0; i < locks_per_rank; ++i) {
            shared_locks[first_of(rank) + i].lock.lock();
        }
    }
    static void unlock_all(Rank rank) noexcept {
        for (std::size_t i = 0; i < locks_per_rank; ++i) {
            shared_locks[first_of(rank) + i].lock.unlock();
        }
    }

  private:
    static constexpr std::size_t locks_per_rank = 64;

    struct alignas(64) OnOneLine { // of the cache
        Lock lock;
    };

    [[nodiscard]] static constexpr std::size_t first_of(Rank rank) noexcept {
        return static_cast<std::size_t>(rank) * locks_per_rank;
    }
    [[nodiscard]] Rank rank() const noexcept { return static_cast<Rank>(number_ / locks_per_rank); }

    static_assert(std::is_trivially_destructible_v<Lock>, "threads use them until the process ends");
    static inline constinit std::array<OnOneLine, 3 * locks_per_rank> shared_locks{};
    static inline constinit std::atomic<unsigned> next{0};

    const std::uint8_t number_; // of the shared lock
};

using ForkMutex = BasicForkMutex<FutexLock>;
/// One for a few instructions: see SpinLock.
using BriefForkMutex = BasicForkMutex<SpinLock>;

/// A value with the mutex that guards it. What it had before ends after the lock, since that may take long,
/// call the program, or take other locks.
template <class Value>
class Locked {
  public:
    explicit Locked(Value value = Value(), Rank rank = Rank::leaf) : mutex_(rank), value_(std::move(value)) {}

    [[nodiscard]] Value copy() const {
        const std::scoped_lock lock(mutex_);
        return value_;
    }
    /// @return the old value
    Value replace(Value value) {
        const std::scoped_lock lock(mutex_);
        std::swap(value_, value);
        return value;
    }
    /// Calls `use` with the value and returns what it returns: what is taken out of the value, for example.
    template <class Use>
    auto with(const Use& use) {
        const std::scoped_lock lock(mutex_);
        return use(value_);
    }

  private:
    mutable ForkMutex mutex_;
    Value value_;
};

/// A T that a child of fork() leaves to its parent, where a thread may have been in the middle of anything.
/// The child makes another one when it first needs it, and never destroys its parent's.
template <class T>
class ForkOwned {
  public:
    explicit ForkOwned(std::shared_ptr<T> own = nullptr) noexcept : own_(std::move(own)) {}
    ~ForkOwned() {
        if (is_own()) {
            std::destroy_at(&own_);
        }
    }

    /// This process's own. Null in a child that has made none yet.
    [[nodiscard]] std::shared_ptr<T> get() const {
        const std::scoped_lock lock(mutex_);
        return is_own() ? own_ : nullptr;
    }

    /// The same; `make` makes it if it is null. Threads that ask at the same time may each make one: all get
    /// the one that was finished first. No lock is held meanwhile.
    /// @param make gets what the parent has, or null. It may look at no more of it than atomic variables and
    ///             what never changes
    template <class Make>
    [[nodiscard]] std::shared_ptr<T> get(const Make& make) {
        static_cast<void>(use(make));
        return get();
    }

    /// The same, without a share of it: it lasts as long as this, in this process.
    template <class Make>
    [[nodiscard]] T& use(const Make& make) {
        const T* parents = nullptr;
        {
            const std::scoped_lock lock(mutex_);
            if (is_own() && own_ != nullptr) {
                return *own_;
            }
            parents = is_own() ? nullptr : own_.get();
        }
        std::shared_ptr<T> made = make(parents);
        const std::scoped_lock lock(mutex_);
        if (!is_own()) {
            std::construct_at(&own_); // what was there stays as it is
            epoch_ = fork_epoch();
        }
        if (own_ == nullptr) {
            own_ = made;
        }
        return *own_;
    }

  private:
    [[nodiscard]] bool is_own() const noexcept { return epoch_ == fork_epoch(); }

    mutable ForkMutex mutex_; // guards what follows
    std::uint32_t epoch_ = fork_epoch();
    union {                      // so that it is destroyed by hand
        std::shared_ptr<T> own_; // NOLINT(readability-identifier-naming): as private as its union
    };
};

/// A mutex that may be held during foreign code and file access. fork() does not wait for it: that could take
/// long, or wait for the forking thread itself. So a child replaces a mutex that may be held by a
/// thread that does not exist in the child.
class LongMutex {
  private:
    struct Held {
        explicit Held(Rank rank) noexcept : mutex(rank) {}

        Mutex mutex;
        std::atomic<bool> busy{false};        // it is held
        std::atomic<bool> interrupted{false}; // the previous one was held in the parent
    };

  public:
    /// Holds it.
    class Lock {
      public:
        explicit Lock(Held& held) : held_(held), lock_(held.mutex) { held_.busy = true; }
        ~Lock() { held_.busy = false; }

        /// Whether a thread of the parent held it when this process was forked, so that what it guards may be
        /// half changed; until that is repaired.
        [[nodiscard]] bool is_interrupted() const noexcept { return held_.interrupted; }
        void set_repaired() noexcept { held_.interrupted = false; }

      private:
        Held& held_;
        const std::scoped_lock<Mutex> lock_;
    };

    explicit LongMutex(Rank rank) : rank_(rank), held_(std::make_shared<Held>(rank)) {}

    [[nodiscard]] Lock lock();

  private:
    const Rank rank_;
    ForkOwned<Held> held_;
};

/// A value that threads copy without a lock and without writing anything, while one thread at a time
/// replaces it. (This is a sequence lock.)
template <class Value>
class SeqLock {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    /// One caller at a time.
    void publish(const Value& value) noexcept {
        Words words{};
        std::memcpy(words.data(), &value, sizeof value);
        const Word version = version_.load(std::memory_order_relaxed);
        version_.store(version + 1, std::memory_order_relaxed);
        for (std::size_t i = 0; i < words.size(); ++i) {
            words_[i].store(words[i], std::memory_order_release); // after the odd version
        }
        version_.store(version + 2, std::memory_order_release);
    }

    /// Copies the value last published. False if there is none or a new one was published meanwhile.
    [[nodiscard]] bool read(Value& value) const noexcept {
        const Word version = version_.load(std::memory_order_acquire);
        if (version % 2 != 0 || version == 0) {
            return false;
        }
        const Words words = load(std::make_index_sequence<word_count>());
        if (version_.load(std::memory_order_relaxed) != version) {
            return false;
        }
        std::memcpy(static_cast<void*>(&value), words.data(), sizeof value);
        return true;
    }

  private:
    using Word = std::uintptr_t;
    static constexpr std::size_t word_count = (sizeof(Value) + sizeof(Word) - 1) / sizeof(Word);
    using Words = std::array<Word, word_count>;

    /// Each word before the version is looked at again. Not by a loop: so they stay in registers, and whoever
    /// reads the value does not wait for them to be stored.
    template <std::size_t... Indexes>
    [[nodiscard]] Words load(std::index_sequence<Indexes...> /*all*/) const noexcept {
        return {words_[Indexes].load(std::memory_order_acquire)...};
    }

    std::atomic<Word> version_{0}; // odd while a value is written
    std::array<std::atomic<Word>, word_count> words_{};
};

} // namespace pdh_shim
