#pragma once

#include "base/fork_mutex.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace pdh_shim {

/// A mutex that is held over foreign code and files. fork() does not wait for it: that may take long, or be
/// for the very thread that forks. So a child gets another one in place of one that may be in the hands of a
/// thread that it does not have.
class ProcessMutex {
  private:
    struct Held {
        std::mutex mutex;
        std::atomic<bool> busy{false};        // it is held
        std::atomic<bool> interrupted{false}; // the one before it was, in the parent
    };

  public:
    /// Holds it.
    class Lock {
      public:
        explicit Lock(Held& held) : held_(held), lock_(held.mutex) { held_.busy = true; }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        Lock(Lock&&) = delete;
        Lock& operator=(Lock&&) = delete;
        ~Lock() { held_.busy = false; }

        /// Whether a thread of the parent held it when this process was forked, so that what it guards may be
        /// half changed; until that is repaired.
        [[nodiscard]] bool is_interrupted() const noexcept { return held_.interrupted; }
        void set_repaired() noexcept { held_.interrupted = false; }

      private:
        Held& held_;
        const std::scoped_lock<std::mutex> lock_;
    };

    ProcessMutex();

    [[nodiscard]] Lock lock() { return Lock(of_this_process()); }

  private:
    [[nodiscard]] Held& of_this_process();

    ForkMutex mutex_; // the two below
    std::unique_ptr<Held> held_ = std::make_unique<Held>();
    long process_;
};

} // namespace pdh_shim
