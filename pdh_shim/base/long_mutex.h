// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_owned.h"
#include "base/mutex.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <memory>
#include <mutex>

namespace pdh_shim {

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
    class Lock : boost::noncopyable {
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

} // namespace pdh_shim
